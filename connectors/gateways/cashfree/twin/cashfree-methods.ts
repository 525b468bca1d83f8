// Cashfree's names of methods, in requests and in payments.
import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { Fields } from '#sandbox/http.ts'
import type { Attempt, Deal } from '#sandbox/gateways/gateway.ts'
import { limitedTo } from '#sandbox/gateways/methods.ts'

const METHODS = {
  cc: 'card',
  dc: 'card',
  nb: 'netbanking',
  upi: 'upi',
  app: 'mobile-wallet',
} as const

/** The method that a link is limited to. */
export const readMethod = (fields: Fields) =>
  limitedTo(
    String((fields['link_meta'] as Fields | undefined)?.['payment_methods']).split(','),
    METHODS,
  )

const GROUPS: Partial<Record<GatewayMethod, string>> = {
  upi: 'upi',
  card: 'debit_card',
  netbanking: 'net_banking',
  'mobile-wallet': 'wallet',
}

export const groupOf = ({ method }: Deal) => GROUPS[method ?? 'upi']

export function toMethod({ method }: Deal, { payer }: Pick<Attempt, 'payer'>): object {
  switch (method) {
    case 'card':
      return { card: { channel: 'link', card_number: `XXXXXXXXXXXX${payer.slice(-4) || '1111'}` } }
    case 'netbanking':
      return { netbanking: { channel: 'link', netbanking_bank_code: 3021 } }
    case 'mobile-wallet':
      return { app: { channel: 'link', provider: 'mobikwik' } }
    default:
      return { upi: { channel: 'link', upi_id: payer || 'testsuccess@gocash' } }
  }
}
