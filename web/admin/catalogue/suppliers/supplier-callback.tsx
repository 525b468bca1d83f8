import type { DeliverySource } from '#contract/catalogue/suppliers/suppliers.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

/** Instructions for entering the callback address at each supplier that sends callbacks. */
const ADVICE: Partial<Record<SupplierName, string>> = {
  moogold:
    'Send this address to your MooGold account manager, who registers it as your callback URL.',
  seagm: 'Give this address to SEAGM as the callback URL of your Open API account.',
  digiflazz:
    'In Digiflazz, open Atur Koneksi, API, Webhook, and enter this address with the webhook secret above. Orders name it too.',
  lapakgaming: 'Nothing to enter: each order tells Lapakgaming this address.',
  g2bulk: 'Nothing to enter: each order tells G2Bulk this address.',
}

type Props = {
  supplier: Pick<DeliverySource, 'callbackUrl' | 'lastCallbackAt'> & { name: SupplierName }
}

/** The address where a supplier reports the result of an order. */
export function SupplierCallback({ supplier: { name, callbackUrl, lastCallbackAt } }: Props) {
  if (!callbackUrl) return null
  return (
    <section className="grid gap-1 border-y border-line py-4 text-sm">
      <h3 className="text-base">Callback address</h3>
      <p className="text-soft">{ADVICE[name]}</p>
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
