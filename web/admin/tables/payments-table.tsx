import { useState } from 'react'
import { formatHundredths } from '#contract/core/money.ts'
import { type Payment } from '#contract/money/payments.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { CaptureLines, type Capture } from './capture-lines.tsx'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'

type SendBack = { payment: Payment; capture: Capture }

export function PaymentsTable({ payments }: { payments: Payment[] }) {
  const [sentBack, setSentBack] = useState<SendBack | null>(null)
  return (
    <>
      <Table
        caption="Payments"
        columns={columns(setSentBack)}
        rows={payments}
        keyOf={({ _id }) => _id}
      />
      {sentBack && <RefundDialog {...sentBack} onClose={() => setSentBack(null)} />}
    </>
  )
}

export const PAYMENT_STATES = {
  open: <Badge tone="pending">Open</Badge>,
  paid: <Badge tone="completed">Paid</Badge>,
  failed: <Badge tone="failed">Failed</Badge>,
} as const

const columns = (onSendBack: (input: SendBack) => void): Column<Payment>[] => [
  {
    title: 'Payment',
    cell: ({ createdAt, reference }) => (
      <>
        <span className="block font-medium whitespace-nowrap">{formatDate(createdAt)}</span>
        <span className="font-mono text-xs text-soft">{reference}</span>
      </>
    ),
  },
  {
    title: 'Customer',
    cell: ({ userId: { fullName, email } }) => (
      <span>
        <span className="block font-medium">{fullName}</span>
        <span className="text-soft wrap-anywhere">{email}</span>
      </span>
    ),
  },
  {
    title: 'For',
    cell: ({ orderId, gateway, gatewayReason }) => (
      <span>
        <span className="block font-medium whitespace-nowrap">
          {orderId ? (
            <OfficeLink to={paths.adminOrder(orderId._id)} className={textLink}>
              {orderId.invoiceId}
            </OfficeLink>
          ) : (
            'Wallet'
          )}
        </span>
        <span className="text-soft">
          by <GatewayTitle name={gateway} />
        </span>
        {gatewayReason && <span className="block max-w-56 text-xs text-soft">{gatewayReason}</span>}
      </span>
    ),
  },
  {
    title: 'Amount',
    isFigure: true,
    cell: ({ amount, currency, state }) => (
      <span className="inline-grid gap-1 stacked:flex stacked:items-center stacked:gap-3">
        {formatHundredths(amount, currency)}
        <span className="font-sans">{PAYMENT_STATES[state]}</span>
      </span>
    ),
  },
  {
    title: 'What came',
    cell: (payment) => (
      <CaptureLines payment={payment} onSendBack={(capture) => onSendBack({ payment, capture })} />
    ),
  },
]
