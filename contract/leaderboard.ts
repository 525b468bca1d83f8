import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'
import { seen } from './fields.ts'
import { Rupees, SignedRupees } from './money.ts'
import { Paging } from './paging.ts'

/** Orders come all the time, so nobody is told of each: a ranking is made anew after so long. */
const KEEP_SECONDS = 5

/** `totalSpent` and `spend` are both what was spent in the month. Nothing else of a person is told. */
const Entry = z.object({ fname: z.string(), totalSpent: SignedRupees, spend: SignedRupees })
export type Entry = z.output<typeof Entry>

/** The first ten, in the order of their rank. Months are written as 2025-10. */
export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/leaderboard',
  access: 'anyone',
  keep: true,
  keepSeconds: KEEP_SECONDS,
  message: '',
  input: NoInput,
  output: z.object({
    currentLeaderboard: z.array(Entry),
    pastLeaderboard: z.array(Entry),
    currentPeriod: z.string(),
    pastPeriod: z.string(),
    endsAt: z.iso.datetime(),
    daysLeft: z.int(), // today is one
    /** Whether the past ranking stands for good; its prizes are then on their way. */
    isPastClosed: z.boolean(),
  }),
})

/** The caller's own place. No rank: nothing spent, or more than a thousand others are ahead. */
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
    sort: z.enum(['rank', '-rank']).default('rank'),
  }),
  output: z.object({
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

/** Zero where none is set. */
export const getPrizes = endpoint({
  method: 'GET',
  path: '/prize',
  access: 'anyone',
  keep: true,
  keepSeconds: KEEP_SECONDS,
  message: '',
  input: NoInput,
  output: z.object({ currentPrize: Prizes, previousPrize: Prizes }),
})

/** For this month, and for those after it until others are set. */
export const setPrizes = endpoint({
  method: 'POST',
  path: '/prize',
  access: 'admin',
  confirm: true,
  message: 'Prizes updated',
  input: z.strictObject({ ...prizes, was: seen(z.strictObject(prizes)) }),
  output: Prizes,
})
