import { z } from 'zod'
import { isCountry } from '#contract/core/countries.ts'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { hasRightCheckCharacter, looksLikeGstin, stateOf } from '#contract/core/tax/gstin.ts'
import { STATES } from '#contract/core/tax/states.ts'

export const HOME_COUNTRY = 'IN'

/** Two letters of a country that exists. */
export const Country = z
  .string('Please choose a country')
  .trim()
  .toUpperCase()
  .refine(isCountry, { error: 'Please choose a country', abort: true })

const NO_STATE = 'Please choose a State'

const fields = {
  country: Country.default(HOME_COUNTRY),
  /** The State of a customer in India, by its GST code. Elsewhere it is empty. */
  state: z.enum(['', ...Object.keys(STATES)], { error: NO_STATE }),
  /** Tax number of a business: a GSTIN in India. Empty for consumers. */
  taxId: text(20).toUpperCase().default(''),
  businessName: text(120).default(''),
  address: text(300).default(''),
}

/** Where a customer is taxed, and whether as a business. Invoices of later orders show it. */
export const Billing = z
  .strictObject(fields)
  .refine(({ country, state }) => (country === HOME_COUNTRY) === (state !== ''), {
    path: ['state'],
    error: ({ input }) =>
      (input as { state: string }).state ? 'Only India has these States' : NO_STATE,
  })
  .refine(({ country, taxId }) => country !== HOME_COUNTRY || taxId === '' || isGstin(taxId), {
    path: ['taxId'],
    error: 'This GSTIN has a typing error',
  })
  .refine(({ country, taxId, state }) => country !== HOME_COUNTRY || isOfState(taxId, state), {
    path: ['taxId'],
    error: 'The first two digits of this GSTIN are of another State',
  })
  .refine(({ taxId, businessName }) => taxId === '' || businessName !== '', {
    path: ['businessName'],
    error: 'Please enter the name of the business',
  })
  .refine(({ taxId, address }) => taxId === '' || address !== '', {
    path: ['address'],
    error: 'Please enter the address of the business',
  })
export type Billing = z.output<typeof Billing>

const isGstin = (taxId: string): boolean => looksLikeGstin(taxId) && hasRightCheckCharacter(taxId)

/** A GSTIN with a typing error has an error of its own. */
const isOfState = (taxId: string, state: string): boolean =>
  !isGstin(taxId) || stateOf(taxId) === state

const Saved = z.object({ billing: z.object(fields).nullable() }) // null if never saved

/** `isAsked` is true if the shop collects tax. Customers are then asked once, with the shop's own place filled in. */
const Asked = Saved.extend({
  isAsked: z.boolean(),
  home: z.object({ country: z.string(), state: z.string() }).nullable(), // null without a GSTIN
})

export const getBilling = endpoint({
  method: 'GET',
  path: '/user/billing',
  access: 'signed-in',
  guests: true,
  message: '',
  input: NoInput,
  output: Asked,
})

/** Saves the caller's billing details. Orders placed before keep the older ones. */
export const editBilling = endpoint({
  method: 'PUT',
  path: '/user/billing',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: 'Your billing details are saved',
  input: Billing,
  output: Saved,
})
