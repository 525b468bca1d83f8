import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'

/** Facts that a gateway can require of a customer before it opens a payment page. */
export const CustomerNeed = z.enum(['phone'])
export type CustomerNeed = z.output<typeof CustomerNeed>

/** Tells whether payments through a gateway are offered, and what that gateway requires and the caller's account lacks. */
export const getPaymentNeeds = endpoint({
  method: 'GET',
  path: '/payment/needs',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: z.object({ isOffered: z.boolean(), needs: z.array(CustomerNeed) }),
})
