import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { toRequest } from '#contract/core/request.ts'
import { liveQuery, type Find, type Versioned } from './live-query.ts'
import { readEvents } from './read-events.ts'

/** Describes a kind of object that changes by itself until it has ended. */
export type Followed<State extends Versioned> = {
  find: Find<State>
  /** Endpoint of its event stream. */
  follow: Find<State>
  hasEnded: (state: State) => boolean
  /** Called when the object ends while it is being followed. */
  onEnd?: (state: State) => void
}

/** `live` while the stream delivers updates, `down` while they have to be polled. */
export type Line = 'live' | 'down'

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 30_000

/** Keeps the cached query of one object as current as the server. For use with useSyncExternalStore. */
export function createFollower<State extends Versioned>(
  client: QueryClient,
  id: string,
  followed: Followed<State>,
) {
  let line: Line = 'live' // assumed until the stream fails
  const { find, follow: stream, hasEnded, onEnd } = followed
  const { queryKey } = liveQuery(find, id)
  const { address } = toRequest(stream, { id })

  async function follow(signal: AbortSignal, tell: (line: Line) => void): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        for await (const data of readEvents(address, signal)) {
          failures = 0
          tell('live')
          const state = z.decode(stream.output, JSON.parse(data) as never)
          client.setQueryData(queryKey, state)
          if (!hasEnded(state)) continue
          onEnd?.(state)
          return
        }
      } catch {} // any failure leads to a reconnect
      if (signal.aborted) return
      tell('down')
      await pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** failures), signal)
    }
  }

  return {
    read: () => line,
    subscribe(onChange: () => void): () => void {
      const stopping = new AbortController()
      void follow(stopping.signal, (now) => {
        line = now
        onChange()
      })
      return () => stopping.abort()
    },
  }
}

/** Waits with random jitter, so that clients do not all reconnect at once after an outage. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
