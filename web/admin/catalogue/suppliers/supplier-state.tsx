import type { DeliverySource } from '#contract/catalogue/suppliers/suppliers.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'

/** Shows whether a supplier can deliver now, or why it can't. */
export function SupplierState({ supplier }: { supplier: DeliverySource }) {
  const { isReady, missing, health, isShort, balance, lowBelow, packs } = supplier
  if (!isReady)
    return (
      <>
        <Badge tone={packs > 0 ? 'bad' : 'plain'}>Not set up</Badge>
        <p className="w-full text-sm text-soft">
          Missing: {missing.join(', ')}
          {packs > 0 && '. Orders for packs without another supplier wait for a person'}
        </p>
      </>
    )
  if (health.isDown)
    return (
      <>
        <Badge tone="bad">Not responding</Badge>
        <p className="w-full text-sm text-soft">
          Since {formatDate(health.since!)}. Orders go to other suppliers or wait. Now and then one
          order is sent as a test.
        </p>
      </>
    )
  if (isShort) return <Badge tone="bad">Too little money</Badge>
  if (balance && lowBelow !== null && balance.amount < lowBelow)
    return <Badge tone="lantern">Low balance</Badge>
  return <Badge tone="good">Ready</Badge>
}
