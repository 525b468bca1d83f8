import { z } from 'zod'
import {
  CheckOutcome,
  Credential,
  CredentialChange,
  CredentialSource,
} from '#contract/core/credentials.ts'
import { toUnits } from '#contract/core/decimals.ts'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'
import { required, text } from '#contract/core/fields.ts'
import { lazily } from '#contract/core/lazily.ts'
import { SignedRupees } from '#contract/core/money.ts'
import { Source } from '#contract/catalogue/sources.ts'

const FOREIGN = lazily(
  () => new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)

/** Formats a foreign amount for people: 12.40 USD. */
export const formatForeign = (amount: number, currency: string): string =>
  `${FOREIGN().format(amount)} ${currency}`

const MILLION = 1_000_000
const TOO_FINE = 'Use at most six decimals'

/** An amount within the range and the decimals that the database stores. */
const fine = (max: number, words: string) =>
  z
    .number(words)
    .max(max, 'This amount is too large')
    .refine((amount) => toUnits(amount, 6) !== null, TOO_FINE)

/** A limit in the supplier's own currency. */
const ForeignLimit = fine(1_000_000_000_000, 'Please enter an amount').min(
  0,
  'An amount can’t be negative',
)
/** Cost of one unit of a supplier's currency, in rupees. A rupiah is half a paisa. */
const UnitPrice = fine(MILLION, 'Please enter an amount').positive('Please enter an amount above 0')

/** Tells administrators what to enter, and how a supplier learns the shop's callback address. */
const SourceHints = z.object({
  game: z.string(),
  region: z.string(),
  product: z.string(),
  callback: z.string().exactOptional(),
})

/** A source of packs in the back office. */
export const DeliverySource = z.object({
  name: Source,
  title: z.string(),
  hints: SourceHints.default({ game: '', region: '', product: '' }),
  currencies: z.array(z.string()).default([]), // of its costs; empty if it uses each country's own
  tellsBalance: z.boolean().default(false),
  sendsCallbacks: z.boolean().default(false),
  findsPlayers: z.boolean().default(false), // looks up the names of players
  isReady: z.boolean(), // all credentials are set
  missing: z.array(z.string()), // labels of missing credentials
  source: CredentialSource,
  credentials: z.array(Credential),
  balance: z
    .object({ amount: z.number(), currency: z.string(), readAt: z.iso.datetime() })
    .nullable(), // null if it was never read
  isShort: z.boolean(), // it refused an order for lack of money, and has not been paid since
  lowBelow: z.number().nullable(), // warning level, in the balance's currency; null for no warning
  unitCosts: z.array(
    z.object({
      currency: z.string(),
      rupees: z.number().nullable(), // null if it is unknown
      isEntered: z.boolean(), // entered by a person, not the shop's own rate
    }),
  ),
  health: z.object({
    isDown: z.boolean(),
    since: z.iso.datetime().nullable(),
    until: z.iso.datetime().nullable(), // then one order is sent as a test
  }),
  packs: z.int(), // packs that may come from it
  callbackUrl: z.string().nullable(), // contains a secret: null for staff, and for sources without callbacks
  lastCallbackAt: z.iso.datetime().nullable(),
})
export type DeliverySource = z.output<typeof DeliverySource>

export const listSuppliers = endpoint({
  method: 'GET',
  path: '/provider',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: NoInput,
  output: z.object({ providers: z.array(DeliverySource) }),
})

/**
 * Edits a source. Fields that are not sent stay as they are. If all credentials are sent empty, the back office's are
 * deleted. A unit cost of null is deleted too.
 */
export const editSupplier = endpoint({
  method: 'PUT',
  path: '/provider/:name',
  access: 'admin',
  confirm: true,
  message: 'Source saved',
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

/** Tests the credentials with a harmless request to the supplier. */
export const checkSupplier = endpoint({
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
  cost: z.string(), // as the supplier writes it
  currency: z.string(),
  isAvailable: z.boolean(),
  costPrice: SignedRupees.nullable(), // null if its currency has no known cost
})

/** Lists what a supplier sells for a game now, by the supplier's name for the game. */
export const listSupplierProducts = endpoint({
  method: 'GET',
  path: '/provider/:name/products',
  access: 'admin',
  right: 'catalogue',
  limit: 'account',
  message: '',
  input: z.strictObject({
    name: Source,
    game: required('Please enter the game’s name at this supplier').max(120),
    region: text(60).default(''),
  }),
  output: z.object({ products: z.array(ForeignProduct) }),
})
