import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { Opening } from '#connectors/gateways/gateway.ts'
import { phoneOf } from '#connectors/gateways/wire.ts'

/** Cashfree requires neither name nor email, and refuses values of other lengths. */
const isTaken = (text: string | null): text is string =>
  text !== null && text.length >= 3 && text.length <= 100

export const toCustomer = (customer: Opening['customer']) => ({
  customer_phone: phoneOf(customer),
  ...(isTaken(customer.fullName) && { customer_name: customer.fullName }),
  ...(isTaken(customer.email) && { customer_email: customer.email }),
})

/** Cashfree's names of the methods that a page can show. Payment links know no pay later. */
const METHODS: Partial<Record<GatewayMethod, string>> = {
  card: 'cc,dc',
  netbanking: 'nb',
  'mobile-wallet': 'app',
}

type Meta = Pick<Opening, 'returnUrl' | 'webhookUrl' | 'method'>

export const toMeta = ({ returnUrl, webhookUrl, method }: Meta) => ({
  return_url: returnUrl,
  ...(webhookUrl.startsWith('https:') && { notify_url: webhookUrl }),
  payment_methods: METHODS[method] ?? 'upi',
})

export const toTime = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, '+00:00')
