import { fromHundredths } from '#contract/core/money.ts'
import { addForeignMoney, addMoney, type TopUp } from '#contract/money/wallet.ts'
import { inForeign } from '#web/features/currency/in-foreign.ts'
import { useSend } from '#web/api/use-send.ts'
import { goToPayment } from '#web/features/payment/go-to-payment.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'

/** Starts another payment of the same amount. */
export function TryAgain({ topUp: { amount, currency } }: { topUp: TopUp }) {
  const add = useSend(currency === 'INR' ? addMoney : addForeignMoney, { onDone: goToPayment })
  usePageRestored(add.reset)
  return (
    <>
      {add.error && (
        <p role="alert" className="w-full text-center text-sm font-medium text-bad">
          {add.error.message}.
        </p>
      )}
      <Button
        look="primary"
        className="max-sm:w-full"
        isBusy={add.isPending}
        busyLabel="One moment..."
        onClick={() =>
          add.mutate({ ...inForeign(currency), amount: fromHundredths(amount, currency) })
        }
      >
        Try again
      </Button>
    </>
  )
}
