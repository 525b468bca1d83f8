import { useState, useTransition } from 'react'
import { useNavigate } from 'react-router'
import { beginAsGuest } from '#contract/accounts/guests.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { useSend } from '#web/api/use-send.ts'
import type { Chosen } from '#web/checkout/chosen.ts'
import {
  explain,
  findProblems,
  focusFirst,
  secondFieldOf,
  type Player,
  type Problems,
} from '#web/checkout/player/player.ts'
import { signIn } from '#web/features/session/sign-in.ts'
import { paths } from '#web/paths.ts'
import { isSignedIn } from '#web/state/session.ts'

/** State of a visitor's player and email. The session begins with the email, and the player is looked up in it. */
export function useGuest({ game, item }: Chosen) {
  const navigate = useNavigate()
  const [player, setPlayer] = useState<Player>({ playerId: '', zoneId: '' })
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isLeaving, leave] = useTransition()
  const session = useSession()
  const look = useSend(createGameDetail, { isShown: true })
  const isBusy = session.isBusy || look.isPending || isLeaving

  const { gameSlug } = game
  const { itemSlug } = item
  const typed = { playerId: player.playerId.trim(), zoneId: player.zoneId.trim() }
  const sent = { ...typed, gameSlug, itemSlug }

  function show(found: Problems, form: HTMLFormElement): void {
    setProblems(found)
    focusFirst(found, form)
  }

  async function goOn(form: HTMLFormElement): Promise<void> {
    if (isBusy) return
    const found = { ...findProblems(sent, secondFieldOf(game)), ...session.findProblem(email) }
    show(found, form)
    if (Object.keys(found).length > 0) return
    try {
      if (!(await session.begin(email))) return
      const { _id } = await look.mutateAsync(sent)
      leave(async () => {
        await navigate(paths.buyHere(gameSlug, { pack: itemSlug, player: _id }), { replace: true })
      })
    } catch (error) {
      show(explain(error, game), form)
    }
  }

  /** A changed field is judged anew. */
  const changing =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setProblems({})
    }
  const change = { player: changing(setPlayer), email: changing(setEmail) }
  return { player, email, problems, needsEmail: session.isNeeded, isBusy, change, goOn }
}

/** The session of a guest. It lasts when the player turns out to be unknown, so the email is asked once. */
function useSession() {
  const [isNeeded, setNeeded] = useState(() => !isSignedIn())
  const send = useSend(beginAsGuest, { isShown: true })

  function findProblem(email: string): Problems {
    const { error } = beginAsGuest.input.safeParse({ email })
    return isNeeded && error ? { email: error.issues[0]!.message } : {}
  }

  /** Returns false if the session could not begin, which a message explains. */
  async function begin(email: string): Promise<boolean> {
    if (!isNeeded) return true
    const user = await signIn(await send.mutateAsync({ email }))
    setNeeded(!user)
    return user !== null
  }

  return { isNeeded, isBusy: send.isPending, findProblem, begin }
}
