import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { followOffice, NewsKind } from '#contract/office.ts'
import { toRequest } from '#contract/request.ts'
import { pause } from './create-follower.ts'
import { readEvents } from './read-events.ts'

/** Which answers are old when there is news of a kind. */
export type Concerned = Record<NewsKind, Endpoint[]>

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 15_000
const ASK_EVERY_MS = 15_000 // while nobody tells
const BREATH_MS = 2_000 // between two looks, however much happens

/**
 * Keeps the lists that are shown as new as the server's: they are asked for again, in place, when there is news of them. A tab
 * that nobody looks at holds no line, and looks again when somebody does. To be handed to useSyncExternalStore.
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

type Take = (kinds: readonly NewsKind[]) => void

/** The first at once, the others together after a breath. */
function gatherNews(run: (kinds: NewsKind[]) => void) {
  const pending = new Set<NewsKind>()
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
    take(kinds: readonly NewsKind[]) {
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

/** Lays the line again whenever it breaks; until it stands, the lists are asked for by the clock. */
function follow(take: Take): AbortController {
  const stopping = new AbortController()
  const { signal } = stopping
  const { address } = toRequest(followOffice, {})
  let isLive = false
  const clock = window.setInterval(() => isLive || take(NewsKind.options), ASK_EVERY_MS)
  signal.addEventListener('abort', () => window.clearInterval(clock))
  void run()
  return stopping

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        for await (const event of readEvents(address, signal)) {
          if (!isLive) take(NewsKind.options) // whatever happened until now was not told
          failures = 0
          isLive = true
          take(z.decode(followOffice.output, JSON.parse(event)).news)
        }
      } catch {} // a line that breaks, in whatever way, is a line to be laid again
      isLive = false
      await pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** failures), signal)
    }
  }
}
