import { z } from 'zod'
import {
  CheckOutcome,
  Credential,
  CredentialChange,
  CredentialSource,
  open,
  secret,
  type CredentialField,
} from './credentials.ts'
import { toUnits } from './decimals.ts'
import { endpoint, NoInput } from './endpoint.ts'
import { required, text } from './fields.ts'
import { lazily } from './lazily.ts'
import { SignedRupees } from './money.ts'
import { PROVIDERS, Source, type ProviderName } from './sources.ts'

export const PROVIDER_CREDENTIAL_FIELDS: Record<ProviderName, CredentialField[]> = {
  smileone: [open('uid', 'UID'), open('email', 'Email'), secret('key', 'Key')],
  moogold: [open('partnerId', 'Partner id'), secret('secretKey', 'Secret key')],
  unipin: [open('partnerId', 'Partner id'), secret('secretKey', 'Secret key')],
  seagm: [open('uid', 'UID'), secret('secretKey', 'Secret key')],
  lapakgaming: [secret('apiKey', 'API key')],
  g2bulk: [secret('apiKey', 'API key')],
  digiflazz: [
    open('username', 'Username'),
    secret('apiKey', 'API key'),
    {
      ...secret(
        'webhookSecret',
        'Webhook secret',
        'Without it the shop believes nothing that Digiflazz sends by itself',
      ),
      isOptional: true,
    },
  ],
}

/** What each provider counts in. UniPin has the money of each country, and its lists say which. */
export const PROVIDER_CURRENCIES: Record<ProviderName, string[]> = {
  smileone: ['SmileCoin'],
  moogold: ['USD'],
  unipin: [],
  seagm: ['USD'],
  lapakgaming: ['IDR'],
  g2bulk: ['USD'],
  digiflazz: ['IDR'],
}

/** The others tell nobody what is left to spend. */
export const BALANCE_TOLD: Source[] = PROVIDERS.filter((name) => name !== 'unipin')

/** The others tell the shop nothing by themselves. */
export const CALLBACK_SENT: Source[] = ['moogold', 'seagm', 'lapakgaming', 'g2bulk', 'digiflazz']

const FOREIGN = lazily(
  () => new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)

/** As people read it: 12.40 USD. */
export const formatForeign = (amount: number, currency: string): string =>
  `${FOREIGN().format(amount)} ${currency}`

const MILLION = 1_000_000
const TOO_FINE = 'At most six decimals'

/** Within what the database keeps, and with no more decimals. */
const fine = (max: number, words: string) =>
  z
    .number(words)
    .max(max, 'This amount is too large')
    .refine((amount) => toUnits(amount, 6) !== null, TOO_FINE)

/** In the provider's own currency. */
const ForeignLimit = fine(1_000_000_000_000, 'Please enter an amount').min(
  0,
  'An amount cannot be negative',
)
/** What one unit of a provider's currency costs the shop, in rupees. A rupiah is half a paisa. */
const UnitPrice = fine(MILLION, 'Please enter an amount').positive('Please enter an amount above 0')

/** One of the eight, as the back office shows it. */
export const DeliverySource = z.object({
  name: Source,
  title: z.string(),
  isReady: z.boolean(), // has all its credentials
  missing: z.array(z.string()), // labels of those that it lacks
  source: CredentialSource,
  credentials: z.array(Credential),
  balance: z
    .object({ amount: z.number(), currency: z.string(), readAt: z.iso.datetime() })
    .nullable(), // null where it has not been read
  isShort: z.boolean(), // it has refused an order for want of money, and has not been paid since
  lowBelow: z.number().nullable(), // in the currency of the balance; null where nobody wants to hear of it
  unitCosts: z.array(
    z.object({
      currency: z.string(),
      rupees: z.number().nullable(), // null where nobody has said it
      isEntered: z.boolean(), // and not the shop's own rate
    }),
  ),
  health: z.object({
    isDown: z.boolean(),
    since: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(), // then one order is let through to try
  }),
  packs: z.int(), // those that may come from there
  callbackUrl: z.string().nullable(), // holds a secret: null for staff, and where the source sends no callbacks
  lastCallbackAt: z.iso.datetime().nullable(),
})
export type DeliverySource = z.output<typeof DeliverySource>

export const listProviders = endpoint({
  method: 'GET',
  path: '/provider',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: NoInput,
  output: z.object({ providers: z.array(DeliverySource) }),
})

/** What is not sent stays as it is. All credentials empty forgets what the back office has; so does a unit cost of null. */
export const editProvider = endpoint({
  method: 'PUT',
  path: '/provider/:name',
  access: 'admin',
  confirm: true,
  message: 'Source changed',
  input: z.strictObject({
    name: Source,
    credentials: CredentialChange.exactOptional(),
    lowBelow: ForeignLimit.nullable().exactOptional(),
    unitCosts: z
      .array(
        z.strictObject({
          currency: required('Please enter a currency').max(20),
          rupees: UnitPrice.nullable(),
        }),
      )
      .max(20)
      .exactOptional(),
  }),
  output: DeliverySource,
})

/** Asks the provider something harmless that only the right credentials may ask. */
export const checkProvider = endpoint({
  method: 'POST',
  path: '/provider/:name/check',
  access: 'admin',
  right: 'catalogue',
  limit: 'account',
  message: '',
  input: z.strictObject({ name: Source }),
  output: CheckOutcome,
})

const ForeignProduct = z.object({
  id: z.string(),
  name: z.string(),
  cost: z.string(), // as the provider writes it
  currency: z.string(),
  isAvailable: z.boolean(),
  costPrice: SignedRupees.nullable(), // null where nobody has said what its currency costs
})

/** What a provider sells of a game now, by what the game is called there. */
export const listProviderProducts = endpoint({
  method: 'GET',
  path: '/provider/:name/products',
  access: 'admin',
  right: 'catalogue',
  limit: 'account',
  message: '',
  input: z.strictObject({
    name: Source,
    game: required('Please say what the game is called there').max(120),
    region: text(60).default(''),
  }),
  output: z.object({ products: z.array(ForeignProduct) }),
})
