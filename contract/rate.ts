import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'
import { Rate } from './money.ts'

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
  message: 'Rate updated',
  input: z.strictObject({ USD: Rate, follow: z.boolean().default(false) }),
  output: Rates,
})
