import { formatHundredths } from '#contract/core/money.ts'
import type { Payment, SettledAs } from '#contract/money/payments.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

export type Capture = Payment['captures'][number]
type Refund = Capture['refunds'][number]

const SETTLED: Record<SettledAs, string> = {
  order: 'Paid for its order',
  'top-up': 'In the wallet',
  late: 'In the wallet: came late',
  'other amount': 'In the wallet: not the amount asked for',
  second: 'In the wallet: its order was paid before',
  unclaimed: 'Kept by the shop: the account is gone',
}

const REFUNDS = {
  asked: <Badge tone="processing">On its way back</Badge>,
  done: <Badge tone="refunded">Sent back</Badge>,
  failed: <Badge tone="failed">Not sent back</Badge>,
} as const

type Props = { payment: Payment; onSendBack: (capture: Capture) => void }

/** Money that arrived through the gateway. It can differ from the amount requested, or arrive more than once. */
export const CaptureLines = ({ payment, onSendBack }: Props) =>
  payment.captures.length === 0 ? (
    <span className="text-soft">{payment.state === 'open' ? 'Nothing yet' : 'Nothing'}</span>
  ) : (
    <ul className="grid w-full gap-3">
      {payment.captures.map((capture) => (
        <CaptureLine
          key={capture._id}
          capture={capture}
          payment={payment}
          onSendBack={() => onSendBack(capture)}
        />
      ))}
    </ul>
  )

type LineProps = { capture: Capture; payment: Payment; onSendBack: () => void }

const CaptureLine = ({ capture, payment, onSendBack }: LineProps) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
    <div className="grid min-w-0 flex-1 basis-44 justify-items-start gap-1">
      <span>
        <span className="font-medium tabular-nums wrap-anywhere">{nameOf(capture)}</span>
        {!isAsAsked(capture, payment) && (
          <strong className="money ml-2">
            {formatHundredths(capture.amount, capture.currency)}
          </strong>
        )}
      </span>
      <span className="text-soft">
        {capture.settledAs ? SETTLED[capture.settledAs] : 'Not in the books'}
      </span>
      {capture.refunds.map((refund) => (
        <RefundLine key={refund._id} refund={refund} currency={capture.currency} />
      ))}
    </div>
    {capture.refundable > 0 && (
      <Button size="sm" aria-label={`Send back ${nameOf(capture)}`} onClick={onSendBack}>
        Send back
      </Button>
    )}
  </li>
)

const isAsAsked = (capture: Capture, { amount, currency }: Payment): boolean =>
  capture.amount === amount && capture.currency === currency

/** The bank's reference, or the gateway's payment id if there is none. */
export const nameOf = ({ UTR, gatewayPaymentId }: Capture): string =>
  UTR ? `UTR ${UTR}` : gatewayPaymentId

const RefundLine = ({
  refund: { state, amount, UTR, note, reason, createdAt },
  currency,
}: {
  refund: Refund
  currency: string
}) => (
  <span className="grid justify-items-start gap-0.5 border-l-2 border-line pl-3">
    <span className="flex flex-wrap items-center gap-x-2">
      {REFUNDS[state]}
      <span className="money">{formatHundredths(amount, currency)}</span>
    </span>
    <span className="text-soft wrap-anywhere">
      {[formatDate(createdAt), UTR && `UTR ${UTR}`, reason, note].filter(Boolean).join(', ')}
    </span>
  </span>
)
