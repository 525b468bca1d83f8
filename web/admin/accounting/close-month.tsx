import { useState } from 'react'
import {
  closeMonth,
  getBookedMonth,
  listBookedMonths,
  type MonthInSums,
} from '#contract/accounting/books.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

/** Closes a month after asking. */
export function CloseMonth({ booked: { month }, name }: { booked: MonthInSums; name: string }) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const send = useSend(closeMonth, { refetch: [listBookedMonths, getBookedMonth], onDone: close })
  return (
    <>
      <Button onClick={() => setAsked(true)}>Close the month</Button>
      <Confirm
        question={`Close ${name}?`}
        action={{ label: 'Close', isBusy: send.isPending }}
        isOpen={isAsked}
        onConfirm={() => send.mutate({ month })}
        onClose={close}
      >
        Its sums are kept for good. Refunds of its orders then belong to the month in which they
        happen, and show here.
      </Confirm>
    </>
  )
}
