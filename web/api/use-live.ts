import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ApiError } from './call.ts'
import { createFollower, type Followed, type Line } from './create-follower.ts'
import { liveQuery, type Versioned } from './live-query.ts'

const ASK_EVERY_MS = 4_000

const never = () => () => {}

export type Live<State> = { state: State; line: Line | 'ended' }

/** Keeps an object on the screen up to date until it has ended. */
export function useLive<State extends Versioned>(
  id: string,
  followed: Followed<State>,
): Live<State> | ApiError {
  const client = useQueryClient()
  const [follower] = useState(() => createFollower(client, id, followed))
  const { data: state } = useSuspenseQuery({
    ...liveQuery(followed.find, id),
    refetchInterval: ({ state: { data } }) =>
      follower.read() === 'down' && !isOver(data) ? ASK_EVERY_MS : false,
  })
  const hear = isOver(state) ? never : follower.subscribe
  const line = useSyncExternalStore(hear, follower.read, follower.read)
  if (state instanceof ApiError) return state
  return { state, line: isOver(state) ? 'ended' : line }

  function isOver(known: State | ApiError | undefined): boolean {
    return known === undefined || known instanceof ApiError || followed.hasEnded(known)
  }
}
