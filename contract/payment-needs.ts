import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'

/** What a gateway can need to know of a customer before it opens a payment page. */
export const CustomerNeed = z.enum(['phone'])
export type CustomerNeed = z.output<typeof CustomerNeed>

/** What the gateway that takes new payments needs to know of its caller, who has not told it yet. */
export const getPaymentNeeds = endpoint({
  method: 'GET',
  path: '/payment/needs',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: z.object({ needs: z.array(CustomerNeed) }),
})
