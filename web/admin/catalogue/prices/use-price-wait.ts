import { useState } from 'react'
import type { GameWithRule } from '#contract/catalogue/suppliers/prices.ts'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'

const WAIT_MAX_MS = 60_000

type Looked = Pick<GameWithRule, 'gameSlug' | 'syncedAt'>
export type PriceWait = ReturnType<typeof usePriceWait>

/** A job looks up prices. The wait for a game ends when its `syncedAt` changes. */
export function usePriceWait() {
  const [before, setBefore] = useState<Record<string, string | null>>({})
  const pause = useDebounce(WAIT_MAX_MS)
  return {
    isFor: ({ gameSlug, syncedAt }: Looked): boolean => before[gameSlug] === syncedAt,
    begin(gameSlug: string, syncedAt: string | null): void {
      setBefore((others) => ({ ...others, [gameSlug]: syncedAt }))
      pause.thenRun(() => setBefore({})) // the time never changes if the job can't run
    },
  }
}
