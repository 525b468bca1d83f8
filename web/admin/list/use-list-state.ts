import { startTransition, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'

const PAUSE_MS = 500

type Change = Record<string, string>

type Initial = {
  searchIndex?: string
  prefix?: string // for screens with two lists: put before the parameter names of one of them
}

/** Keeps the state of a list in the address, so that it can be shared, reloaded and gone back to. */
export function useListState({ searchIndex = '', prefix = '' }: Initial = {}) {
  const [params, setParams] = useSearchParams()
  const pause = useDebounce(PAUSE_MS)
  const waiting = useRef<Change>({})

  function change(chosen: Change): void {
    pause.cancel()
    // Text typed a moment ago is applied too. It changes the list, so a requested page of the old list is dropped.
    const changed = { ...chosen, ...waiting.current }
    if (Object.keys(waiting.current).length > 0) delete changed['page']
    waiting.current = {}
    startTransition(() =>
      setParams(apply(changed, prefix), { replace: true, preventScrollReset: true }),
    )
  }

  const input = (name: string): string => params.get(prefix + name) ?? ''

  return {
    page: Math.max(1, Number(input('page')) || 1),
    search: input('search'),
    searchIndex: input('searchIndex') || searchIndex,
    input,
    change,
    /** Applies typed text once typing pauses. */
    changeSoon(changed: Change) {
      waiting.current = { ...waiting.current, ...changed }
      pause.thenRun(() => change({}))
    },
  }
}

/** Changes the current address, because React may still have rendered the one before. */
function apply(change: Change, prefix: string): URLSearchParams {
  const params = new URLSearchParams(location.search)
  if (!('page' in change)) params.delete(`${prefix}page`) // a changed search starts at its first page
  for (const [name, value] of Object.entries(change))
    if (value) params.set(prefix + name, value)
    else params.delete(prefix + name)
  return params
}
