import { z } from 'zod'
import { endpoint, IdempotencyKey, NoInput } from '#contract/core/endpoint.ts'
import { seen, text } from '#contract/core/fields.ts'
import { Rupees, SignedRupees } from '#contract/core/money.ts'
import { Paging } from '#contract/core/paging.ts'

/** Lifetime of a cached ranking. Orders come too often to rebuild it for each. */
const CACHE_SECONDS = 5

/**
 * `totalSpent` and `spend` are both the amount spent in the month. `fname` is a neutral word for customers who hide
 * their name.
 */
const Entry = z.object({ fname: z.string(), totalSpent: SignedRupees, spend: SignedRupees })
export type Entry = z.output<typeof Entry>

/** Lists the first ten by rank. Months are written like 2025-10. */
export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/leaderboard',
  access: 'anyone',
  keep: true,
  cacheSeconds: CACHE_SECONDS,
  message: '',
  input: NoInput,
  output: z.object({
    currentLeaderboard: z.array(Entry),
    pastLeaderboard: z.array(Entry),
    currentPeriod: z.string(),
    pastPeriod: z.string(),
    endsAt: z.iso.datetime(),
    daysLeft: z.int(), // including today
    /** True if the past ranking is final. Its prizes are then being paid. */
    isPastClosed: z.boolean(),
  }),
})

/** The caller's own rank. It is null if they spent nothing or more than a thousand others are ahead. */
export const getOwnPlace = endpoint({
  method: 'GET',
  path: '/leaderboard/me',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: z.object({ rank: z.int().nullable(), spend: SignedRupees }),
})

export const listLeaderboard = endpoint({
  method: 'GET',
  path: '/leaderboard/all',
  access: 'admin',
  message: '',
  input: Paging.extend({
    period: z.enum(['current', 'previous']).default('current'),
    searchIndex: z.enum(['email', 'phone', 'fullName']).default('email'),
    sort: z.enum(['rank', '-rank', 'createdAt']).default('rank'), // `createdAt` also sorts by rank
  }),
  output: z.object({
    period: z.string(),
    leaderboard: z.array(
      Entry.extend({
        rank: z.int(),
        userId: z.object({
          _id: z.string(),
          fullName: z.string(),
          email: z.string().nullable(), // null when the account was deleted
          phone: z.string().nullable(),
        }),
        prize: SignedRupees.nullable(), // null until the month is closed, and beyond the first ten
        isPaid: z.boolean(),
        withheld: SignedRupees, // the part that was not paid because of refunds, the role or a block
        reclaimed: SignedRupees, // the part that an administrator took back
        refunded: SignedRupees, // spend that was refunded after the month was closed
      }),
    ),
    total: z.int(),
  }),
})

const prizes = {
  firstPrize: Rupees,
  secondPrize: Rupees,
  thirdPrize: Rupees,
  topTenPrize: Rupees, // for each of the ranks 4 to 10
}

export const Prizes = z.object(prizes)
export type Prizes = z.output<typeof Prizes>

/** Prizes of this and the previous month, 0 where none is set. */
export const getPrizes = endpoint({
  method: 'GET',
  path: '/prize',
  access: 'anyone',
  keep: true,
  cacheSeconds: CACHE_SECONDS,
  message: '',
  input: NoInput,
  output: z.object({ currentPrize: Prizes, previousPrize: Prizes }),
})

/** Sets the prizes of this month and of later months, until others are set. */
export const setPrizes = endpoint({
  method: 'POST',
  path: '/prize',
  access: 'admin',
  confirm: true,
  message: 'Prizes updated',
  input: z.strictObject({ ...prizes, was: seen(z.strictObject(prizes)) }),
  output: Prizes,
})

const RANK_MAX = 10
const NO_PERIOD = 'Enter a month as YYYY-MM'

/**
 * Takes a paid prize back from the winner's INR wallet. If the wallet holds less, it takes what is there, and the call
 * can be repeated for the rest. It never takes more than the prize in all.
 */
export const reclaimPrize = endpoint({
  method: 'POST',
  path: '/prize/reclaim',
  access: 'admin',
  confirm: true,
  idempotent: true,
  message: 'Prize reclaimed',
  input: z.strictObject({
    period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, NO_PERIOD),
    rank: z.int().min(1).max(RANK_MAX),
    reason: text(300).min(1, 'Enter a reason'), // the customer reads it
    idempotencyKey: IdempotencyKey.exactOptional(), // for callers that cannot send the header
  }),
  output: z.object({ reclaimed: Rupees, missing: Rupees }), // taken by this call; still to be reclaimed
})
