import { z } from 'zod'
import type { Payer } from '#connectors/gateways/gateway.ts'
import { maskCard, PayerFact } from '#connectors/gateways/payer.ts'

/** A charge that Stripe returned whole. Null where it did not. */
export const ChargeOfPayer = z
  .object({
    billing_details: z.object({ name: PayerFact }).nullish(),
    payment_method_details: z
      .object({ card: z.object({ fingerprint: PayerFact, last4: PayerFact }).nullish() })
      .nullish(),
  })
  .nullish()
  .catch(null)

/** Null for payments without a card. */
export function payerOf(charge: z.output<typeof ChargeOfPayer>): Payer | null {
  const card = charge?.payment_method_details?.card
  if (!card?.fingerprint) return null
  const name = charge?.billing_details?.name ?? ''
  return { kind: 'card', id: card.fingerprint, shown: maskCard(card.last4 ?? ''), name }
}
