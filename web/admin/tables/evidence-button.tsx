import { getOrderEvidence, getPaymentEvidence } from '#contract/backoffice/evidence.ts'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { useRight } from '#web/admin/access/use-right.ts'

type Props = { orderId: string } | { captureId: string }

/** Saves all that the shop knows about a purchase, for a bank, a gateway or the police. */
export function EvidenceButton(of: Props) {
  const isMine = useRight('payments')
  if (!isMine) return null
  return 'orderId' in of ? (
    <DownloadButton
      endpoint={getOrderEvidence}
      input={{ id: of.orderId }}
      name={`evidence-order-${of.orderId.slice(-8)}.zip`}
      label="Evidence"
    />
  ) : (
    <DownloadButton
      endpoint={getPaymentEvidence}
      input={{ id: of.captureId }}
      name={`evidence-payment-${of.captureId.slice(-8)}.zip`}
      label="Evidence"
    />
  )
}
