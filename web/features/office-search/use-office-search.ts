import { useRef, useState } from 'react'
import { searchEverywhere, type Found } from '#contract/backoffice/search.ts'
import { call } from '#web/api/call.ts'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'

const PAUSE_MS = 200
const LETTERS_MAX = searchEverywhere.input.shape.search.unwrap().maxLength ?? 200

/** The last search and its results. `found` is null if the request failed. */
type Answer = { text: string; found: Found | null }

/** Searches after a pause in typing. A newer search aborts the previous one. */
export function useOfficeSearch() {
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const asked = useRef<AbortController>(null)
  const { cancel, thenRun } = useDebounce(PAUSE_MS)

  async function ask(search: string): Promise<void> {
    const { signal } = (asked.current = new AbortController())
    const found = await call(searchEverywhere, { search }, { signal }).catch(() => null)
    if (!signal.aborted) setAnswer({ text: search, found })
  }

  function type(typed: string): void {
    const search = typed.trim().slice(0, LETTERS_MAX)
    setText(typed)
    asked.current?.abort()
    cancel()
    if (search) thenRun(() => void ask(search))
    else setAnswer(null)
  }

  return { text, answer, type }
}
