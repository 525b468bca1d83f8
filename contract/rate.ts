import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'
import { Rate } from './money.ts'
import { ByDate, Paging } from './paging.ts'

/** USD is the number of dollars for one rupee. */
const Rates = z.object({ USD: z.number() })

export const getRate = endpoint({
  method: 'GET',
  path: '/rate',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: Rates,
})

/**
 * What an administrator sets holds until they set another. With `follow` the rate source, where the
 * shop has one, may change it again from there.
 */
export const setRate = endpoint({
  method: 'POST',
  path: '/rate',
  access: 'admin',
  confirm: true,
  message: 'Rate updated',
  input: z.strictObject({ USD: Rate, follow: z.boolean().default(false) }),
  output: Rates,
})

/** Every rate that was ever in force, the newest first, and what follows it now. */
export const listRates = endpoint({
  method: 'GET',
  path: '/rate/all',
  access: 'admin',
  message: '',
  input: Paging.pick({ page: true, limit: true }).extend(ByDate),
  output: z.object({
    rates: z.array(
      z.object({
        _id: z.string(),
        USD: z.number(),
        origin: z.enum(['start', 'administrator', 'source']),
        fullName: z.string().nullable(), // the administrator's
        createdAt: z.iso.datetime(),
      }),
    ),
    total: z.int(),
    /** An administrator's, which the rate source does not change. */
    isHeld: z.boolean(),
    hasSource: z.boolean(),
    /** Why the rate source is not followed at the moment. */
    problem: z.object({ problem: z.string(), at: z.iso.datetime() }).nullable(),
  }),
})
