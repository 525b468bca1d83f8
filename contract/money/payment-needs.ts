import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { Currency } from '#contract/core/money.ts'
import { GatewayMethod } from './gateways.ts'

/** Details that a gateway can require of a customer before it opens a payment page. */
export const CustomerNeed = z.enum(['phone'])
export type CustomerNeed = z.output<typeof CustomerNeed>

/**
 * Tells whether gateway payments are offered in a currency and by which methods, the most used first, and which
 * required details the caller's account lacks.
 */
export const getPaymentNeeds = endpoint({
  method: 'GET',
  path: '/payment/needs',
  access: 'signed-in',
  guests: true,
  message: '',
  input: z.strictObject({ currency: Currency.default('INR') }),
  output: z.object({
    isOffered: z.boolean(),
    methods: z.array(GatewayMethod),
    needs: z.array(CustomerNeed),
  }),
})
