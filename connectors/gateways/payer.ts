import { z } from 'zod'
import type { Payer } from '#connectors/gateways/gateway.ts'

/** A fact about the payer. An unexpected value is ignored, because it must not keep the money out of the books. */
export const PayerFact = z.string().max(200).nullish().catch(null)

export const payerByUpi = (vpa: string | null | undefined, name = ''): Payer | null =>
  vpa?.includes('@') ? { kind: 'vpa', id: vpa, shown: maskVpa(vpa), name } : null

/** Shows two letters of a UPI address, and its bank. */
export function maskVpa(vpa: string): string {
  const at = vpa.lastIndexOf('@')
  return `${vpa.slice(0, Math.min(2, at))}…${vpa.slice(at)}`
}

/** Shows the last four digits of a card. */
export const maskCard = (number: string): string => `Card …${number.slice(-4)}`
