import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { toRequest } from '#contract/request.ts'
import { liveQuery, type Find, type Versioned } from './live-query.ts'
import { readEvents } from './read-events.ts'

/** What there is to know of things that change by themselves until they have ended. */
export type Followed<State extends Versioned> = {
  find: Find<State>
  /** Its stream. */
  follow: Find<State>
  hasEnded: (state: State) => boolean
  /** It has ended while somebody looked. */
  onEnd?: (state: State) => void
}

/** Whether news comes by itself, or has to be asked for. */
export type Line = 'live' | 'down'

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 30_000

/** Keeps what the browser knows of one thing as new as the server's. To be handed to useSyncExternalStore. */
export function createFollower<State extends Versioned>(
  client: QueryClient,
  id: string,
  followed: Followed<State>,
) {
  let line: Line = 'live' // until it is known to be down
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
      } catch {} // a line that breaks, in whatever way, is a line to be laid again
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

/** Not to the millisecond: when a server comes back, not everybody is to be there at once. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
