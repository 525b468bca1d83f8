import { useNavigate, useParams } from 'react-router'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import {
  editGame,
  findGameAsAdmin,
  listGamesAsAdmin,
  type FullGame,
} from '#contract/catalogue/games.ts'
import { listPriceRules } from '#contract/catalogue/suppliers/prices.ts'
import { ApiError, call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { NotFound } from '#web/layouts/failures/not-found.tsx'
import { paths } from '#web/paths.ts'
import { GameForm } from './game-form.tsx'
import { GameFrame } from './game-frame.tsx'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { toGameFormValues, GameFormValues } from './game-form-values.ts'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { useGame, useCacheGame } from './use-game.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

export const meta = titled('Edit Game')

export default function GamePage() {
  const slug = useParams()['slug']!
  const game = useGame(slug)
  return game instanceof ApiError ? <NotFound /> : <EditedGame key={game._id} game={game} />
}

function EditedGame({ game }: { game: FullGame }) {
  const keep = useCacheGame()
  const navigate = useNavigate()
  const goOn = ({ gameSlug }: FullGame) => navigate(paths.adminItems(gameSlug))
  const edit = useSend(editGame, {
    refetch: [listGamesAsAdmin, listGameNames, listPriceRules],
    onDone(changed) {
      keep(changed)
      return goOn(changed)
    },
  })
  // The game as it was when editing began.
  const { version, load } = useVersion(game, () => call(findGameAsAdmin, { slug: game.gameSlug }))
  const initial = toGameFormValues(version)

  async function save(input: GameFormValues): Promise<unknown> {
    const was = GameFormValues.safeParse(initial).data
    const change = changesOf(was ?? {}, input)
    if (Object.keys(change).length === 0) return goOn(game)
    return edit.mutateAsync({ id: game._id, ...change, ...(was && { was }) })
  }

  return (
    <GameFrame title={game.gameName} step="game" game={game}>
      <GameForm
        initial={initial}
        picture={version.gameImageId}
        onSubmit={save}
        conflict={<FormConflict load={async () => toGameFormValues(await load())} />}
      />
    </GameFrame>
  )
}
