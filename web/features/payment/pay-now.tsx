import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { findOrder, listOrders, payOrder, type Order } from '#contract/orders/orders.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeLeft } from './time-left.tsx'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { useCountdown } from '#web/ui/hooks/use-countdown.ts'
import { goToPayment } from './go-to-payment.ts'

type Props = {
  order: Pick<Order, '_id' | 'invoiceId' | 'expiresAt'>
  look?: 'primary' | 'plain'
  label?: string
  isOneOfMany?: boolean
}

/** Reopens the payment page of an unpaid order and shows the time left. */
export function PayNow({ order, look = 'primary', label = 'Pay now', isOneOfMany = false }: Props) {
  const { _id: id, invoiceId, expiresAt } = order
  const [seconds] = useState(() => secondsUntil(expiresAt))
  const left = useCountdown(seconds)
  const client = useQueryClient()
  const pay = useSend(payOrder, { onDone: goToPayment })
  usePageRestored(pay.reset)
  /** After a refusal the shown order may be outdated, so it is refetched. */
  const lookAgain = () => {
    for (const { path } of [findOrder, listOrders])
      void client.invalidateQueries({ queryKey: [path] })
  }
  if (left === 0)
    return (
      <p className="text-center text-sm text-soft">
        The time to pay is over. We’ll check with the bank once more, then cancel the order.
      </p>
    )
  return (
    <div className="relative grid gap-1.5">
      <Button
        look={look}
        isBusy={pay.isPending}
        busyLabel="One moment..."
        aria-label={isOneOfMany && !pay.isPending ? `${label} for order ${invoiceId}` : undefined}
        onClick={() => pay.mutate({ id }, { onError: lookAgain })}
      >
        {label}
      </Button>
      {Number.isFinite(left) && <TimeLeft seconds={left} />}
      {pay.error && (
        <p role="alert" className="text-center text-sm font-medium text-bad">
          {pay.error.message}.
        </p>
      )}
    </div>
  )
}

const secondsUntil = (moment: string | null): number =>
  moment === null ? Infinity : Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000))
