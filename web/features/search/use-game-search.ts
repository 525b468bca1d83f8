import { useRef, useState } from 'react'
import type { Game } from '#contract/catalogue/catalog.ts'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'

export type Found = { text: string; games: Game[] | null }

const PAUSE_MS = 150

/** Searches games after a pause in typing. Only the latest search counts. */
export function useGameSearch() {
  const [found, setFound] = useState<Found | null>(null)
  const latest = useRef('')
  const { cancel, thenRun } = useDebounce(PAUSE_MS)

  async function ask(text: string): Promise<void> {
    const { findGames } = await import('./find-games.ts')
    const games = await findGames(text)
    if (latest.current === text) setFound({ text, games })
  }

  function search(typed: string): void {
    const text = typed.trim()
    latest.current = text
    cancel()
    if (text) thenRun(() => void ask(text).catch(() => setFound({ text, games: null })))
    else setFound(null)
  }

  return { found, search }
}
