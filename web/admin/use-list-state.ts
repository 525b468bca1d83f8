import { startTransition, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { usePause } from '#web/ui/use-pause.ts'

const PAUSE_MS = 500

type Change = Record<string, string>

type Initial = {
  searchIndex?: string
  prefix?: string // where a screen has two lists, before the names of one of them
}

/** Where one is in a list lives in the address: it can be shared, reloaded and gone back to. */
export function useListState({ searchIndex = '', prefix = '' }: Initial = {}) {
  const [params, setParams] = useSearchParams()
  const pause = usePause(PAUSE_MS)
  const waiting = useRef<Change>({})

  function change(chosen: Change): void {
    pause.cancel()
    // What was typed a moment ago comes along, and the page turned to was one of the list before it.
    const changed = { ...chosen, ...waiting.current }
    if (Object.keys(waiting.current).length > 0) delete changed['page']
    waiting.current = {}
    startTransition(() =>
      setParams(apply(changed, prefix), { replace: true, preventScrollReset: true }),
    )
  }

  const wish = (name: string): string => params.get(prefix + name) ?? ''

  return {
    page: Math.max(1, Number(wish('page')) || 1),
    search: wish('search'),
    searchIndex: wish('searchIndex') || searchIndex,
    wish,
    change,
    /** For what is typed: the list waits until the typing pauses. */
    changeSoon(changed: Change) {
      waiting.current = { ...waiting.current, ...changed }
      pause.thenRun(() => change({}))
    },
  }
}

/** Onto the address as it is now: what React has drawn may still be the one before. */
function apply(change: Change, prefix: string): URLSearchParams {
  const params = new URLSearchParams(location.search)
  if (!('page' in change)) params.delete(`${prefix}page`) // another question has another first page
  for (const [name, value] of Object.entries(change))
    if (value) params.set(prefix + name, value)
    else params.delete(prefix + name)
  return params
}
