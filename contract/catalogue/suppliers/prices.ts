import { z } from 'zod'
import { GameSort, SlugSought } from '#contract/catalogue/catalog.ts'
import { keepsDigits, toUnits } from '#contract/core/decimals.ts'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { Rupees, SignedRupees } from '#contract/core/money.ts'
import { Paging } from '#contract/core/paging.ts'
import { Task } from '#contract/core/tasks.ts'

const MARGIN_MAX = 100_000 // percent or rupees
const CHANGE_MAX = 1_000
const NO_MARGIN = 'Please enter a margin'

/** A margin with at most two decimals: hundredths of a percent, or paise. */
export const Margin = z.codec(
  z
    .number(NO_MARGIN)
    .min(0, 'A margin can’t be negative')
    .max(MARGIN_MAX, 'This margin is too large'),
  z.int(),
  {
    decode: (major, { issues }) => {
      const minor = toUnits(major, 2)
      if (minor !== null) return minor
      issues.push({ code: 'custom', input: major, message: 'Use at most two decimals' })
      return z.NEVER
    },
    encode: (minor) => minor / 100,
  },
)

const MarginKind = z.enum(['percent', 'fixed'], 'Please choose percent or fixed')

export const RoundTo = Rupees.refine((paise) => paise >= 1, 'Please enter at least 0.01').refine(
  (paise) => paise <= 1_000_00,
  'Enter at most 1,000 rupees',
)
const ChangeMax = z
  .int('Please enter a whole number')
  .min(1, 'Enter at least 1 percent')
  .max(CHANGE_MAX, `Enter at most ${CHANGE_MAX} percent`)

const ruleFields = {
  kind: MarginKind,
  /** Added to a pack's cost, in percent or rupees. */
  margin: Margin,
  /** Null if resellers pay the normal price. */
  resellerMargin: Margin.nullable(),
  /** Prices are rounded up to a multiple of this, less `roundMinus`: 1 and 0.01 give 9.99. */
  roundTo: RoundTo,
  roundMinus: Rupees,
  /** A cost that changes by more percent than this must be accepted by a person. */
  changeMax: ChangeMax,
}

/** Rule by which a game's prices follow its costs. */
export const PriceRule = z.object(ruleFields)
export type PriceRule = z.output<typeof PriceRule>

type Related = Pick<PriceRule, 'margin' | 'roundTo' | 'roundMinus'> & {
  resellerMargin?: number | null | undefined
}

/** For `superRefine`: reports contradictions within a rule. */
export function checkRule(rule: Related, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): void {
  const complain = (field: keyof PriceRule, message: string) =>
    addIssue({ code: 'custom', path: [field], message })
  if (rule.roundMinus >= rule.roundTo)
    complain('roundMinus', 'Enter less than the step that prices are rounded up to')
  if ((rule.resellerMargin ?? 0) > rule.margin)
    complain('resellerMargin', 'The resellers’ margin can’t be larger than the usual one')
}

/** A pack of a game with a rule. Its cost is null if it is unknown. */
const PricedPack = z.object({
  _id: z.string(),
  itemName: z.string(),
  itemAvailablity: z.boolean(),
  costPrice: Rupees.nullable(),
  sellingPrice: Rupees,
  resellerSellingPrice: Rupees.nullable(),
  margin: SignedRupees.nullable(), // negative if it is sold at a loss
  isPriceFixed: z.boolean(),
  pausedFor: z.string().nullable(),
})
export type PricedPack = z.output<typeof PricedPack>

const GameWithRule = z.object({
  gameSlug: z.string(),
  gameName: z.string(),
  rule: PriceRule,
  syncedAt: z.iso.datetime().nullable(), // time of the last read of its sources
  fault: z.string().nullable(), // error of that read
  packs: z.array(PricedPack),
})
export type GameWithRule = z.output<typeof GameWithRule>

/** A pack that the shop has paused by itself. */
const PausedPack = z.object({
  _id: z.string(),
  itemName: z.string(),
  gameSlug: z.string(),
  gameName: z.string(),
  pausedFor: z.string(),
  /** The cost that a person must accept before it is sold again. Null if it resumes by itself. */
  doubtfulCost: Rupees.nullable(),
  /** Without a rule the shop does not resume it. A person must. */
  hasRule: z.boolean(),
})
export type PausedPack = z.output<typeof PausedPack>

export const listPriceRules = endpoint({
  method: 'GET',
  path: '/price-rule',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: Paging.extend({ sort: GameSort.exactOptional() }),
  output: z.object({
    games: z.array(GameWithRule), // by name by default
    totalGames: z.int(),
    paused: z.array(PausedPack), // of all games; those that need a person come first
  }),
})

const ofGame = { gameSlug: SlugSought }

export const putPriceRule = endpoint({
  method: 'PUT',
  path: '/price-rule/:gameSlug',
  access: 'admin',
  right: 'catalogue',
  confirm: true,
  message: 'Price rule saved',
  input: z.strictObject({ ...ofGame, ...ruleFields }).superRefine(checkRule),
  output: NoOutput,
})

export const deletePriceRule = endpoint({
  method: 'DELETE',
  path: '/price-rule/:gameSlug',
  access: 'admin',
  right: 'catalogue',
  confirm: true,
  message: 'Price rule deleted',
  input: z.strictObject(ofGame),
  output: NoOutput,
})

/** Reads the game's sources now and updates its prices, as a task. */
export const syncPrices = endpoint({
  method: 'POST',
  path: '/price-rule/:gameSlug/sync',
  access: 'admin',
  right: 'catalogue',
  idempotent: true,
  message: 'Prices are being looked up',
  input: z.strictObject(ofGame),
  output: Task,
})

/** Does the same for all games with a rule. */
export const syncAllPrices = endpoint({
  method: 'POST',
  path: '/price-rule/sync',
  access: 'admin',
  right: 'catalogue',
  idempotent: true,
  message: '',
  input: NoInput,
  output: Task,
})

/** A number as text, as it comes in a URL. */
const TypedNumber = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,12})?$/, 'Please enter a number')
  .refine((text) => keepsDigits(text, Number(text)), 'This number has too many digits')

const inAddress = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.codec(TypedNumber, z.number(), { decode: Number, encode: String }).pipe(schema)

/** Prices of a pack under a rule. Null prices are unknown, and `fault` says why. */
const PackPreview = PricedPack.omit({ itemAvailablity: true, pausedFor: true }).extend({
  sellingPriceThen: Rupees.nullable(),
  resellerSellingPriceThen: Rupees.nullable(),
  marginThen: SignedRupees.nullable(),
  fault: z.string().nullable(),
})
export type PackPreview = z.output<typeof PackPreview>

/** Previews the prices of a rule before it is saved. */
export const previewPriceRule = endpoint({
  method: 'GET',
  path: '/price-rule/:gameSlug/preview',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: z
    .strictObject({
      ...ofGame,
      kind: MarginKind,
      margin: inAddress(Margin),
      resellerMargin: inAddress(Margin).exactOptional(),
      roundTo: inAddress(RoundTo),
      roundMinus: inAddress(Rupees),
      changeMax: inAddress(ChangeMax),
    })
    .superRefine(checkRule),
  output: z.object({ packs: z.array(PackPreview), fault: z.string().nullable() }),
})

/** Accepts a doubtful cost after a person has checked it. The pack is sold again, at the price that follows from it. */
export const acceptCost = endpoint({
  method: 'POST',
  path: '/price-rule/accept/:itemId',
  access: 'admin',
  right: 'catalogue',
  confirm: true,
  message: 'Cost accepted',
  input: z.strictObject({
    itemId: Id,
    costPrice: Rupees, // the cost that was shown
  }),
  output: z.object({ pausedFor: z.string().nullable() }), // it may still be paused for another reason
})
