import { useState } from 'react'
import { editItem } from '#contract/catalogue/games.ts'
import {
  acceptCost,
  listPriceRules,
  type PausedPack,
} from '#contract/catalogue/suppliers/prices.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { rupees } from './price-words.tsx'

const SHOWN_MAX = 10

/** Packs that the shop itself took off sale, and how to bring them back. */
export function PricePaused({ paused }: { paused: PausedPack[] }) {
  const more = paused.slice(SHOWN_MAX)
  return (
    <Card title="Paused" className="border-bad!">
      <Packs packs={paused.slice(0, SHOWN_MAX)} />
      {more.length > 0 && (
        <details className="mt-4 border-t border-line pt-2">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {more.length} more
          </summary>
          <Packs packs={more} />
        </details>
      )}
    </Card>
  )
}

const Packs = ({ packs }: { packs: PausedPack[] }) => (
  <ul className="grid gap-4">
    {packs.map((pack) => (
      <li
        key={pack._id}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-4 first:border-0 first:pt-0"
      >
        <div className="min-w-60 flex-1">
          <p className="font-semibold wrap-anywhere">
            {pack.itemName} <span className="font-normal text-soft">of {pack.gameName}</span>
          </p>
          <p className="text-sm text-soft">
            {pack.pausedFor}. {tellWayBack(pack)}
          </p>
        </div>
        <WayBack pack={pack} />
      </li>
    ))}
  </ul>
)

const tellWayBack = ({ doubtfulCost, hasRule }: PausedPack): string => {
  if (!hasRule) return 'Its game no longer has a rule. Put it back on sale when the price is right.'
  return doubtfulCost === null
    ? 'It goes back on sale automatically when this is resolved.'
    : 'It goes back on sale when someone accepts the cost.'
}

function WayBack({ pack }: { pack: PausedPack }) {
  if (!pack.hasRule) return <PutBack pack={pack} />
  return pack.doubtfulCost === null ? null : <Accept pack={pack} costPrice={pack.doubtfulCost} />
}

function PutBack({ pack: { _id: itemId, itemName } }: { pack: PausedPack }) {
  const send = useSend(editItem, { refetch: [listPriceRules] })
  return (
    <Button
      size="sm"
      aria-label={`Put back on sale: ${itemName}`}
      isBusy={send.isPending}
      onClick={() => send.mutate({ itemId, itemAvailablity: true })}
    >
      Put back on sale
    </Button>
  )
}

type AcceptProps = { pack: PausedPack; costPrice: number }

function Accept({ pack: { _id: itemId, itemName, pausedFor }, costPrice }: AcceptProps) {
  const [isAsking, setAsking] = useState(false)
  const send = useSend(acceptCost, {
    refetch: [listPriceRules],
    onDone: () => setAsking(false),
  })
  const label = `Accept ${rupees(costPrice)}`
  return (
    <>
      <Button size="sm" aria-label={`${label} for ${itemName}`} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirm
        question={`Does ${itemName} cost ${rupees(costPrice)}?`}
        action={{ label, isBusy: send.isPending }}
        isOpen={isAsking}
        onConfirm={() => send.mutate({ itemId, costPrice })}
        onClose={() => setAsking(false)}
      >
        {pausedFor}. The pack goes back on sale at the price from its game’s rule.
      </Confirm>
    </>
  )
}
