import { startTransition, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import { ApiError } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { NotFound } from '#web/layouts/failures/not-found.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { GameFrame } from '#web/admin/catalogue/games/game-frame.tsx'
import { DeleteItem } from './delete-item.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemPrices } from './item-prices.tsx'
import { ItemsTable } from './items-table.tsx'
import { Unsaved } from '#web/admin/forms/unsaved.tsx'
import { useGame } from '#web/admin/catalogue/games/use-game.ts'
import { useSources } from '#web/admin/catalogue/suppliers/use-sources.ts'
import { useEditedPrices } from './use-edited-prices.ts'

export const meta = titled('Game Items')

export default function GameItemsPage() {
  const slug = useParams()['slug']!
  const game = useGame(slug)
  useSources() // loads them with the page, for the form of a pack
  return game instanceof ApiError ? <NotFound /> : <GameItems key={game._id} game={game} />
}

type Open = { task: 'add' } | { task: 'edit' | 'delete'; item: FullItem }

/** The second step: the packs of the game by index, and their prices. */
function GameItems({ game }: { game: FullGame }) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <GameFrame
      title={game.gameName}
      step="items"
      game={game}
      action={
        <div className="flex flex-wrap gap-2">
          {game.apiName !== 'manual' && (
            <Link to={paths.adminImport(game.gameSlug)} className={buttonLook('plain')}>
              Import
            </Link>
          )}
          <Button look="primary" onClick={() => setOpen({ task: 'add' })}>
            <PlusIcon /> Add Game Item
          </Button>
        </div>
      }
    >
      {game.itemId.length > 0 ? (
        <ItemTabs game={game} onOpen={setOpen} />
      ) : (
        <EmptyState title="No items yet">
          Customers can see this game but can’t buy anything yet. Add its first item.
        </EmptyState>
      )}
      {open?.task === 'add' && <ItemForm game={game} item={null} onClose={close} />}
      {open?.task === 'edit' && (
        <ItemForm key={open.item._id} game={game} item={open.item} onClose={close} />
      )}
      {open?.task === 'delete' && <DeleteItem item={open.item} onClose={close} />}
    </GameFrame>
  )
}

const FIRST = 'items'

/** Typed prices survive a switch to the other tab. */
function ItemTabs({ game, onOpen }: { game: FullGame; onOpen: (open: Open) => void }) {
  const prices = useEditedPrices(game.itemId)
  const [params, setParams] = useSearchParams()
  const chosen = params.get('tab') === 'prices' ? 'prices' : FIRST
  const choose = (tab: string) =>
    startTransition(() => setParams(tab === FIRST ? {} : { tab }, { preventScrollReset: true }))
  const tabs = [
    {
      value: FIRST,
      label: 'Items',
      content: (
        <ItemsTable
          items={game.itemId}
          isManual={game.apiName === 'manual'}
          onEdit={(item) => onOpen({ task: 'edit', item })}
          onDelete={(item) => onOpen({ task: 'delete', item })}
        />
      ),
    },
    {
      value: 'prices',
      label: prices.changed > 0 ? `Prices (${prices.changed} changed)` : 'Prices',
      content: <ItemPrices game={game} prices={prices} />,
    },
  ]
  return (
    <>
      <Tabs label="Items" tabs={tabs} kept={{ chosen, onChoose: choose }} />
      <Unsaved is={prices.changed > 0} />
    </>
  )
}
