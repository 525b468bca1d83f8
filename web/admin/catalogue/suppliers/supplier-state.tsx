import type { DeliverySource } from '#contract/catalogue/providers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'

/** Shows whether a supplier can deliver now, or why it can't. */
export function SupplierState({ supplier }: { supplier: DeliverySource }) {
  const { isReady, missing, health, isShort, balance, lowBelow, packs } = supplier
  if (!isReady)
    return (
      <>
        <Badge tone={packs > 0 ? 'bad' : 'plain'}>Not set up</Badge>
        <p className="w-full text-sm text-soft">
          Lacks: {missing.join(', ')}
          {packs > 0 && '. Packs that come from nowhere else wait for a person'}
        </p>
      </>
    )
  if (health.isDown)
    return (
      <>
        <Badge tone="bad">Does not answer</Badge>
        <p className="w-full text-sm text-soft">
          Since {formatDate(health.since!)}. Orders go to other sources, or wait; now and then one
          is sent to try.
        </p>
      </>
    )
  if (isShort) return <Badge tone="bad">Too little money</Badge>
  if (balance && lowBelow !== null && balance.amount < lowBelow)
    return <Badge tone="lantern">Little money left</Badge>
  return <Badge tone="good">Ready</Badge>
}
