import { useState } from 'react'
import { formatHundredths } from '#contract/core/money.ts'
import { METHOD_NAMES, type Payment } from '#contract/money/payments.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { CaptureLines, type Capture } from '#web/admin/tables/capture-lines.tsx'
import { PAYMENT_STATES } from '#web/admin/tables/payments-table.tsx'
import { RefundDialog } from '#web/admin/tables/refund-dialog.tsx'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'

/** Payments of an order through gateways, with their results and possible payouts. */
export function OrderPayments({ payments }: { payments: Payment[] }) {
  const [sentBack, setSentBack] = useState<{ payment: Payment; capture: Capture } | null>(null)
  return (
    <Card title="Through gateways">
      {payments.length > 0 ? (
        <ul className="grid gap-5">
          {payments.map((payment) => (
            <li key={payment._id} className="grid gap-2 border-l-4 border-line pl-4">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <strong>
                  <GatewayTitle name={payment.gateway} />, {METHOD_NAMES[payment.method]}
                </strong>
                <span className="money">{formatHundredths(payment.amount, payment.currency)}</span>
                {PAYMENT_STATES[payment.state]}
                <span className="text-sm text-soft">{formatDate(payment.createdAt)}</span>
              </p>
              <CopyButton text={payment.reference} label="Copy the shop’s reference" />
              <CaptureLines
                payment={payment}
                onSendBack={(capture) => setSentBack({ payment, capture })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-soft">No payment was started.</p>
      )}
      {sentBack && <RefundDialog {...sentBack} onClose={() => setSentBack(null)} />}
    </Card>
  )
}
