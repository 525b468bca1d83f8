import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  followOrder,
  type findOrder,
  type findOrderAsAdmin,
  type OrderWithTimeline,
} from '#contract/orders.ts'
import { toRequest } from '#contract/request.ts'
import { queryOrRefusal } from './call.ts'
import { readEvents } from './read-events.ts'

/** Who follows: its customer, or an administrator. */
export type Find = typeof findOrder | typeof findOrderAsAdmin

/** Whether news of an order comes by itself, or has to be asked for. */
export type Line = 'live' | 'down'

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 30_000

/** An order that nothing more happens to by itself. */
export const hasEnded = ({ endedAt }: OrderWithTimeline): boolean => endedAt !== null

/** Keeps what the browser knows of one order as new as the server's. To be handed to useSyncExternalStore. */
export function createFollower(client: QueryClient, find: Find, id: string) {
  let line: Line = 'live' // until it is known to be down
  const { queryKey } = queryOrRefusal(find, { id })
  const { address } = toRequest(followOrder, { id })

  async function follow(signal: AbortSignal, tell: (line: Line) => void): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        for await (const data of readEvents(address, signal)) {
          failures = 0
          tell('live')
          const order = z.decode(followOrder.output, JSON.parse(data))
          client.setQueryData(queryKey, order)
          if (hasEnded(order)) return
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
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
