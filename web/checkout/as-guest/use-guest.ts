import { useState, useTransition } from 'react'
import { useNavigate } from 'react-router'
import { beginAsGuest, GuestContact } from '#contract/accounts/guests.ts'
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

/** State of a visitor's player and contact. The session begins with the contact, and the player is looked up in it. */
export function useGuest({ game, item }: Chosen) {
  const navigate = useNavigate()
  const [player, setPlayer] = useState<Player>({ playerId: '', zoneId: '' })
  const [contact, setContact] = useState('')
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
    const found = { ...findProblems(sent, secondFieldOf(game)), ...session.findProblem(contact) }
    show(found, form)
    if (Object.keys(found).length > 0) return
    try {
      if (!(await session.begin(contact))) return
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
  const change = { player: changing(setPlayer), contact: changing(setContact) }
  return { player, contact, problems, needsContact: session.isNeeded, isBusy, change, goOn }
}

/** The session of a guest. It lasts when the player turns out to be unknown, so the contact is asked once. */
function useSession() {
  const [isNeeded, setNeeded] = useState(() => !isSignedIn())
  const send = useSend(beginAsGuest, { isShown: true })

  function findProblem(contact: string): Problems {
    const { error } = GuestContact.safeParse(contact)
    return isNeeded && error ? { contact: error.issues[0]!.message } : {}
  }

  /** Returns false if the session could not begin, which a message explains. */
  async function begin(contact: string): Promise<boolean> {
    if (!isNeeded) return true
    const user = await signIn(await send.mutateAsync(GuestContact.parse(contact)))
    setNeeded(!user)
    return user !== null
  }

  return { isNeeded, isBusy: send.isPending, findProblem, begin }
}
