import { z } from 'zod'
import { Written } from '#connectors/request-json.ts'
import type { GatewayDispute } from '#connectors/gateways/gateway.ts'
import { toIndianMoment, readHundredths } from '#connectors/gateways/wire.ts'

const Notice = z.object({
  disputeId: Written,
  disputeType: z.string().nullish(),
  disputeAmount: Written.refine(
    (rupees) => /^\d{1,12}(\.\d{1,2})?$/.test(rupees) && Number(rupees) > 0,
  ),
  disputeDueDate: z.string().nullish(),
  orderId: z.string().nullish(),
  transactionId: Written.nullish(),
  message: z.string().nullish(),
})

/**
 * Reads a signed notice of a dispute. Paytm documents no other status than NEW and no call to read a dispute, so a
 * person records the outcome.
 */
export function toDispute(body: unknown): GatewayDispute | null {
  const { data: notice } = Notice.safeParse(body)
  if (!notice) return null
  return {
    id: notice.disputeId,
    captureId: notice.transactionId ?? null,
    reference: notice.orderId ?? null,
    state: 'needs response',
    stage: 'chargeback',
    amount: readHundredths(notice.disputeAmount),
    currency: 'INR',
    reason: notice.disputeType || notice.message || '',
    respondBy: toIndianMoment(notice.disputeDueDate),
    openedAt: null,
    taken: 0,
    fees: 0,
  }
}
