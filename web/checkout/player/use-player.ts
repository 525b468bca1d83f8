import { useState, useTransition } from 'react'
import { useNavigate } from 'react-router'
import { createGameDetail, listGameDetails, type GameDetail } from '#contract/orders/players.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import type { Chosen } from '#web/checkout/chosen.ts'
import {
  explain,
  findProblems,
  focusFirst,
  secondFieldOf,
  type Player,
  type Problems,
} from './player.ts'

const toPlayer = ({ playerId, zoneId }: Player): Player => ({ playerId, zoneId })

const firstFit = (saved: GameDetail[]): Player =>
  saved.find(({ isFit }) => isFit) ?? { playerId: '', zoneId: '' }

/** The link by which somebody asked for this purchase, with their player if they chose one. */
export type LinkChoice = { payLink: string; player: Player | null }

/** State of the chosen player: a saved one, or a typed one that is looked up before the next step. */
export function usePlayer({ game, item }: Chosen, saved: GameDetail[], link?: LinkChoice) {
  const navigate = useNavigate()
  const [player, setPlayer] = useState(() => toPlayer(link?.player ?? firstFit(saved)))
  const [problems, setProblems] = useState<Problems>({})
  const [isLeaving, leave] = useTransition()
  const look = useSend(createGameDetail, { refetch: [listGameDetails], isShown: true })

  const typed = { playerId: player.playerId.trim(), zoneId: player.zoneId.trim() }
  const known = saved.find((one) => one.playerId === typed.playerId && one.zoneId === typed.zoneId)
  const isReady = known?.isFit && (known.userName || !game.isValidationRequired)

  const { gameSlug } = game
  const { itemSlug } = item
  const reviewOf = (gameDetailId: string) =>
    paths.review({ gameSlug, itemSlug, gameDetailId, ...(link && { payLink: link.payLink }) })
  const goToReview = (gameDetailId: string) =>
    leave(async () => {
      await navigate(reviewOf(gameDetailId))
    })

  function choose(next: Player): void {
    setPlayer(toPlayer(next))
    setProblems({})
  }

  function show(found: Problems, form: HTMLFormElement): void {
    setProblems(found)
    focusFirst(found, form)
  }

  async function goOn(form: HTMLFormElement): Promise<void> {
    if (look.isPending || isLeaving) return
    if (isReady) return goToReview(known._id)
    const sent = { ...typed, gameSlug, itemSlug }
    const found = findProblems(sent, secondFieldOf(game))
    show(found, form)
    if (Object.keys(found).length > 0) return
    try {
      const { _id, userName } = await look.mutateAsync(sent)
      if (!userName) goToReview(_id) // without a name there is nothing to confirm
    } catch (error) {
      show(explain(error, game), form)
    }
  }

  return {
    player,
    problems,
    known,
    review: isReady ? reviewOf(known._id) : null, // null until the player is known
    isBusy: look.isPending || isLeaving,
    choose,
    goOn,
  }
}
