import { z } from 'zod'
import type { Payer } from '#connectors/gateways/gateway.ts'
import { maskVpa, PayerFact } from '#connectors/gateways/payer.ts'

/** The account that approved an order, where PayPal tells. */
export const Source = z
  .object({
    paypal: z
      .object({
        account_id: PayerFact,
        email_address: PayerFact,
        name: z.object({ given_name: PayerFact, surname: PayerFact }).nullish().catch(null),
      })
      .nullish(),
  })
  .nullish()
  .catch(null)

export function payerOf(source: z.output<typeof Source>): Payer | null {
  const { account_id: id, email_address: email, name } = source?.paypal ?? {}
  if (!id) return null
  const shown = email?.includes('@') ? maskVpa(email) : `PayPal …${id.slice(-4)}`
  const names = [name?.given_name, name?.surname].filter((one) => one)
  return { kind: 'paypal', id, shown, name: names.join(' ') }
}
