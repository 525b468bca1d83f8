import { z } from 'zod'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'

/** Details that a gateway can require of a customer before it opens a payment page. */
export const CustomerNeed = z.enum(['phone'])
export type CustomerNeed = z.output<typeof CustomerNeed>

/** Tells whether gateway payments are offered, and which required details the caller's account lacks. */
export const getPaymentNeeds = endpoint({
  method: 'GET',
  path: '/payment/needs',
  access: 'signed-in',
  guests: true,
  message: '',
  input: NoInput,
  output: z.object({ isOffered: z.boolean(), needs: z.array(CustomerNeed) }),
})
