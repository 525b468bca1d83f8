import { useNavigate } from 'react-router'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import { createGame, listGamesAsAdmin } from '#contract/catalogue/games.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { GameFrame } from './game-frame.tsx'
import { GameForm } from './game-form.tsx'
import { newGame } from './game-form-values.ts'
import { useCacheGame } from './use-game.ts'
import { useSources } from '#web/admin/catalogue/suppliers/use-sources.ts'

export const meta = titled('Add Game')

/** The first step. The second one adds packs. */
export default function GameNewPage() {
  const keep = useCacheGame()
  const navigate = useNavigate()
  const [first] = useSources()
  const create = useSend(createGame, {
    refetch: [listGamesAsAdmin, listGameNames],
    onDone(game) {
      keep(game)
      return navigate(paths.adminItems(game.gameSlug))
    },
  })
  return (
    <GameFrame title="Add Game" step="game" game={null}>
      <GameForm initial={newGame(first!.name)} picture={null} onSubmit={create.mutateAsync} />
    </GameFrame>
  )
}
