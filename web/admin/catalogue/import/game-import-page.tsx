import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { findGameAsAdmin, listGamesAsAdmin, type FullGame } from '#contract/catalogue/games.ts'
import {
  importProducts,
  previewImport,
  type Import,
  type Imported,
} from '#contract/catalogue/suppliers/imports.ts'
import type { Task } from '#contract/core/tasks.ts'
import { ApiError } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { NotFound } from '#web/layouts/failures/not-found.tsx'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { findSource, useSources } from '#web/admin/catalogue/suppliers/use-sources.ts'
import { GameFrame } from '#web/admin/catalogue/games/game-frame.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProducts } from './import-products.tsx'
import { ImportTerms, type Terms } from './import-terms.tsx'
import { TaskInPlace } from '#web/admin/tasks/task-in-place.tsx'
import { useGame } from '#web/admin/catalogue/games/use-game.ts'
import { useOwnTask } from '#web/admin/tasks/use-own-task.ts'

export const meta = titled('Import Game Items')

export default function GameImportPage() {
  const slug = useParams()['slug']!
  const game = useGame(slug)
  return game instanceof ApiError ? <NotFound /> : <GameImport key={game._id} game={game} />
}

/** Imports many packs at once from the supplier's list. */
const GameImport = ({ game }: { game: FullGame }) => (
  <GameFrame
    title={game.gameName}
    step="items"
    game={game}
    action={
      <Link to={paths.adminItems(game.gameSlug)} className={buttonLook('plain')}>
        Back to the items
      </Link>
    }
  >
    {game.apiName === 'manual' ? (
      <EmptyState title="Choose a supplier first">
        This game is delivered by hand. Choose a supplier for it, then import its items.
      </EmptyState>
    ) : (
      <FromSource game={game} />
    )}
  </GameFrame>
)

type Preview = { input: Import; products: Imported[] }

function FromSource({ game }: { game: FullGame }) {
  const { gameSlug } = game
  const client = useQueryClient()
  const { title } = findSource(useSources(), game.apiName)
  const isHere = ({ input }: Task) => input['gameSlug'] === gameSlug
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [seen, setSeen] = useState<Preview | null>(null)
  const { id, begin } = useOwnTask(importProducts, 'import-products', isHere)
  const preview = useSend(previewImport)
  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids)
    setSeen(null)
  }
  async function look(terms: Terms): Promise<void> {
    const input = { ...terms, gameSlug, productIds: [...chosen] }
    const { products } = await preview.mutateAsync(input)
    setSeen({ input, products })
  }
  const forget = () => {
    for (const { path } of [findGameAsAdmin, listGamesAsAdmin])
      void client.invalidateQueries({ queryKey: [path] })
  }
  return (
    <>
      {id && <TaskInPlace key={id} id={id} onEnd={forget} isOfUse={isHere} />}
      <ImportProducts game={game} chosen={chosen} onChoose={choose} />
      <Card title="Prices" className="max-w-text">
        <ImportTerms
          count={chosen.size}
          source={title}
          onChange={() => setSeen(null)}
          onSubmit={look}
        />
      </Card>
      {seen && (
        <ImportPreview
          products={seen.products}
          isBusy={begin.isPending}
          onImport={() => begin.mutate(seen.input, { onSuccess: () => choose(new Set()) })}
        />
      )}
    </>
  )
}
