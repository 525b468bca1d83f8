import type { DeliverySource } from '#contract/catalogue/suppliers/suppliers.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

type Props = { supplier: Pick<DeliverySource, 'callbackUrl' | 'lastCallbackAt' | 'hints'> }

/** The address where a supplier reports the result of an order. */
export function SupplierCallback({ supplier: { hints, callbackUrl, lastCallbackAt } }: Props) {
  if (!callbackUrl) return null
  return (
    <section className="grid gap-1 border-y border-line py-4 text-sm">
      <h3 className="text-base">Callback address</h3>
      {hints.callback && <p className="text-soft">{hints.callback}</p>}
      <div className="font-mono">
        <CopyButton text={callbackUrl} label="Copy the callback address" />
      </div>
      <p className="text-soft">
        Keep it secret: whoever has it can send callbacks in the supplier’s name.
      </p>
      <p className="text-soft">
        {lastCallbackAt
          ? `The last callback came on ${formatDate(lastCallbackAt)}.`
          : 'No callbacks yet. The shop still checks each order, only later.'}
      </p>
    </section>
  )
}
