import type { Opening } from '#server/money/gateways/gateway.ts'
import { phoneOf } from '#server/money/gateways/wire.ts'

/** Cashfree requires neither name nor email, and refuses values of other lengths. */
const isTaken = (text: string | null): text is string =>
  text !== null && text.length >= 3 && text.length <= 100

export const toCustomer = (customer: Opening['customer']) => ({
  customer_phone: phoneOf(customer),
  ...(isTaken(customer.fullName) && { customer_name: customer.fullName }),
  ...(isTaken(customer.email) && { customer_email: customer.email }),
})

export const toMeta = ({ returnUrl, webhookUrl }: Pick<Opening, 'returnUrl' | 'webhookUrl'>) => ({
  return_url: returnUrl,
  ...(webhookUrl.startsWith('https:') && { notify_url: webhookUrl }),
  payment_methods: 'upi',
})

export const toTime = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, '+00:00')
