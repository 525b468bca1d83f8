import { useState } from 'react'
import { Link } from 'react-router'
import {
  deletePriceRule,
  listPriceRules,
  syncPrices,
  type GameWithRule,
  type PricedPack,
} from '#contract/catalogue/suppliers/prices.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Margin, rupees, tellRule } from './price-words.tsx'
import type { PriceWait } from './use-price-wait.ts'

type Props = { game: GameWithRule; wait: PriceWait }

/** A game with its price rule, its last cost lookup and its packs. */
export const PriceGame = ({ game, wait }: Props) => (
  <li>
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-60 flex-1">
          <h2 className="text-xl wrap-anywhere">{game.gameName}</h2>
          <p>{tellRule(game.rule)}</p>
          <Looked game={game} isLooking={wait.isFor(game)} />
        </div>
        <Actions game={game} wait={wait} />
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{tellPacks(game)}</summary>
        <Table
          caption={`Packs of ${game.gameName}`}
          columns={COLUMNS}
          rows={game.packs}
          keyOf={({ _id }) => _id}
        />
      </details>
    </Card>
  </li>
)

function Looked({
  game: { syncedAt, fault },
  isLooking,
}: {
  game: GameWithRule
  isLooking: boolean
}) {
  const looked = syncedAt ? `Costs checked on ${formatDate(syncedAt)}` : 'Costs not checked yet'
  return (
    <output className="block text-sm text-soft">
      {isLooking ? 'Checking costs...' : looked}
      {fault && !isLooking && <span className="block font-medium text-bad">{fault}.</span>}
    </output>
  )
}

const tellPacks = ({ packs }: GameWithRule): string => {
  const losses = packs.filter(({ margin }) => margin !== null && margin < 0).length
  const all = packs.length === 1 ? '1 pack' : `${packs.length} packs`
  return losses > 0 ? `${all}, ${losses} at a loss` : all
}

function Actions({ game: { gameSlug, gameName, syncedAt, ...game }, wait }: Props) {
  const [isAsking, setAsking] = useState(false)
  const look = useSend(syncPrices, { onDone: () => wait.begin(gameSlug, syncedAt) })
  const remove = useSend(deletePriceRule, {
    refetch: [listPriceRules],
    onDone: () => setAsking(false),
  })
  const isLooking = look.isPending || wait.isFor({ gameSlug, syncedAt })
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        to={`?tab=prices&rule=${gameSlug}`}
        aria-label={`Edit the rule of ${gameName}`}
        className={buttonLook('plain', 'sm')}
      >
        Edit
      </Link>
      <Button
        size="sm"
        aria-label={`Check costs of ${gameName}`}
        isBusy={isLooking}
        busyLabel="Checking..."
        onClick={() => look.mutate({ gameSlug })}
      >
        Check costs
      </Button>
      <Button
        size="sm"
        look="quiet"
        aria-label={`Delete the rule of ${gameName}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <Confirm
        question={`Delete the rule of ${gameName}?`}
        action={{ label: 'Delete rule', isBusy: remove.isPending, isDangerous: true }}
        isOpen={isAsking}
        onConfirm={() => remove.mutate({ gameSlug })}
        onClose={() => setAsking(false)}
      >
        Prices stay as they are and no longer follow costs.
        {game.packs.some(({ pausedFor }) => pausedFor !== null) &&
          ' Paused packs stay paused until you put them back on sale.'}
      </Confirm>
    </div>
  )
}

const COLUMNS: Column<PricedPack>[] = [
  { title: 'Pack', cell: ({ itemName }) => <span className="font-medium">{itemName}</span> },
  { title: 'Cost', isFigure: true, cell: ({ costPrice }) => rupees(costPrice) },
  { title: 'Price', isFigure: true, cell: ({ sellingPrice }) => rupees(sellingPrice) },
  {
    title: 'Resellers',
    isFigure: true,
    cell: ({ resellerSellingPrice }) => rupees(resellerSellingPrice),
  },
  { title: 'Margin', isFigure: true, cell: Margin },
  { title: 'State', cell: (pack) => <State pack={pack} /> },
]

function State({ pack: { itemAvailablity, pausedFor, isPriceFixed } }: { pack: PricedPack }) {
  if (pausedFor !== null) return <Badge tone="bad">Paused</Badge>
  if (!itemAvailablity) return <Badge>Not for sale</Badge>
  return isPriceFixed ? <Badge tone="glass">Price fixed</Badge> : <Badge tone="good">Sold</Badge>
}
