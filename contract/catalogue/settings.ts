import { z } from 'zod'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'
import { AgeRule } from '#contract/accounts/consent.ts'
import { required, seen, text } from '#contract/core/fields.ts'
import { hasRightCheckCharacter, looksLikeGstin, stateOf } from '#contract/core/tax/gstin.ts'
import { STATES } from '#contract/core/tax/states.ts'
import { Rupees } from '#contract/core/money.ts'

const NO_LINK = 'Please enter a link that starts with https'

/** A secure link, or empty. Both levels have the message, because forms show the error of the last alternative. */
const SecureLink = z.union([z.literal(''), z.url({ protocol: /^https$/, error: NO_LINK })], NO_LINK)

/** Channels in the footer. Empty ones are hidden. */
export const SocialLinks = z.strictObject({
  instagram: SecureLink,
  facebook: SecureLink,
  youtube: SecureLink,
  x: SecureLink,
  telegram: SecureLink,
  discord: SecureLink,
})

/** A GSTIN shows typing errors by its State and its last character. Other tax numbers pass as they are. */
const isWithoutTypo = (taxId: string): boolean =>
  !looksLikeGstin(taxId) || (stateOf(taxId) in STATES && hasRightCheckCharacter(taxId))

/** Business details on the legal pages. */
export const LegalDetails = z.strictObject({
  businessName: text(120),
  address: text(300),
  email: text(254),
  taxId: text(20).toUpperCase().refine(isWithoutTypo, 'This GSTIN has a typing error'),
})

/** The Services Accounting Code that Indian sellers of game top-ups use most. */
const ONLINE_CONTENT = '998439'

const NO_PERCENT = 'Please enter a percentage from 0 to 50'

export const TaxPercent = z
  .number(NO_PERCENT)
  .min(0, NO_PERCENT)
  .max(50, NO_PERCENT)
  .multipleOf(0.01, 'Use at most two decimals')

export const Sac = z.string().regex(/^(\d{4,8})?$/, 'A SAC has 4 to 8 digits')

/** A tax that is included in every price and shown on invoices. It is hidden at 0 percent. */
export const Tax = z.strictObject({
  name: text(20),
  percent: TaxPercent,
  sac: Sac.default(ONLINE_CONTENT),
})

const NO_YEARS = 'Please enter 5 to 30 years'

/** Years after a financial year for which its documents name their buyers, as the law wants. */
const DocumentYears = z.int(NO_YEARS).min(5, NO_YEARS).max(30, NO_YEARS)

const editable = {
  shopName: required('Please enter a name').max(40, 'A shop’s name can have at most 40 characters'),
  supportUrl: SecureLink, // target of the chat button
  supportEmail: z.union([z.literal(''), z.email()], 'Invalid email address'),
  socialLinks: SocialLinks,
  legal: LegalDetails,
  tax: Tax,
  ageRule: AgeRule,
  guestsMayBuy: z.boolean(), // without an account
  documentYears: DocumentYears,
}

/** The part of the settings that the back office edits. */
export type ShopSettings = z.output<typeof EditableSettings>
const EditableSettings = z.strictObject(editable)

/** Settings that are public. */
export const Settings = z.object({
  ...editable,
  isGoogleOffered: z.boolean(),
  addMoneyMax: Rupees, // largest amount at a time
})
export type Settings = z.output<typeof Settings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: Settings,
})

export const editSettings = endpoint({
  method: 'PUT',
  path: '/settings',
  access: 'admin',
  confirm: true,
  message: 'Settings saved',
  input: EditableSettings.partial().extend({ was: seen(EditableSettings) }),
  output: Settings,
})

export const Website = z.object({ isClosed: z.boolean(), message: z.string() })
export type Website = z.output<typeof Website>

export const getWebsite = endpoint({
  method: 'GET',
  path: '/settings/website',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: Website,
})

/**
 * Opens or closes the shop. While it is closed, customers see a notice and can't buy anything. Administrators go on
 * working.
 */
export const editWebsite = endpoint({
  method: 'PUT',
  path: '/settings/website',
  access: 'admin',
  message: 'The website is updated',
  input: z.strictObject({ isClosed: z.boolean(), message: text(500).exactOptional() }),
  output: Website,
})
