import { z } from 'zod'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'
import { Rate } from '#contract/core/money.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'

/** `USD` is the number of dollars for one rupee. */
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
 * Sets the rate until an administrator sets another. With `follow`, the rate source may change it again, if the shop
 * has one.
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

/** Lists all rates that were ever in force, the newest first, and whether the current one follows a source. */
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
        fullName: z.string().nullable(), // name of the administrator
        createdAt: z.iso.datetime(),
      }),
    ),
    total: z.int(),
    /** True if an administrator set the rate, so the rate source does not change it. */
    isHeld: z.boolean(),
    hasSource: z.boolean(),
    /** Why the rate source can't be followed at the moment. */
    problem: z.object({ problem: z.string(), at: z.iso.datetime() }).nullable(),
  }),
})
