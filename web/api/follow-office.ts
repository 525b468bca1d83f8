import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { followOffice, UpdateKind } from '#contract/backoffice/live-updates.ts'
import { toRequest } from '#contract/core/request.ts'
import { pause } from './create-follower.ts'
import { readEvents } from './read-events.ts'

/** Endpoints whose cached answers are stale after news of each kind. */
export type Concerned = Record<UpdateKind, Endpoint[]>

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 15_000
const ASK_EVERY_MS = 15_000 // while the stream is down
const BREATH_MS = 2_000 // minimum time between two refetches

/**
 * Keeps the visible lists of the back office current by refetching the lists that news concerns. Hidden tabs hold no
 * connection and refetch when they become visible. For use with useSyncExternalStore.
 */
export function createOfficeFollower(client: QueryClient, concerned: Concerned) {
  const { take, stop } = gatherNews((kinds) => {
    const paths = new Set(kinds.flatMap((kind) => concerned[kind].map(({ path }) => path)))
    for (const path of paths) void client.invalidateQueries({ queryKey: [path] })
  })
  return {
    subscribe(): () => void {
      let line = follow(take)
      const turn = () => {
        line.abort()
        if (document.visibilityState === 'visible') line = follow(take)
      }
      document.addEventListener('visibilitychange', turn)
      return () => {
        document.removeEventListener('visibilitychange', turn)
        line.abort()
        stop()
      }
    },
  }
}

type Take = (kinds: readonly UpdateKind[]) => void

/** Runs the first news at once and batches the rest. */
function gatherNews(run: (kinds: UpdateKind[]) => void) {
  const pending = new Set<UpdateKind>()
  let ranAt = Number.NEGATIVE_INFINITY
  let timer: number | undefined
  const look = () => {
    timer = undefined
    ranAt = performance.now()
    const kinds = [...pending]
    pending.clear()
    run(kinds)
  }
  return {
    take(kinds: readonly UpdateKind[]) {
      for (const kind of kinds) pending.add(kind)
      const wait = Math.max(0, ranAt + BREATH_MS - performance.now())
      if (pending.size > 0) timer ??= window.setTimeout(look, wait)
    },
    stop() {
      window.clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Reconnects whenever the stream breaks, and polls the lists until it is up. */
function follow(take: Take): AbortController {
  const stopping = new AbortController()
  const { signal } = stopping
  const { address } = toRequest(followOffice, {})
  let isLive = false
  const clock = window.setInterval(() => isLive || take(UpdateKind.options), ASK_EVERY_MS)
  signal.addEventListener('abort', () => window.clearInterval(clock))
  void run()
  return stopping

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        for await (const event of readEvents(address, signal)) {
          if (!isLive) take(UpdateKind.options) // changes before the connection were not reported
          failures = 0
          isLive = true
          take(z.decode(followOffice.output, JSON.parse(event)).news)
        }
      } catch {} // any failure leads to a reconnect
      isLive = false
      await pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** failures), signal)
    }
  }
}
