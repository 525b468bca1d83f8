import { startTransition, useRef } from 'react'
import { useSearchParams } from 'react-router'

const PAUSE_MS = 500

type Change = Record<string, string>

/** Where one is in a list lives in the address: it can be shared, reloaded and gone back to. */
export function useListState(initial: { searchIndex: string }) {
  const [params, setParams] = useSearchParams()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function change(changed: Change): void {
    clearTimeout(timer.current)
    startTransition(() =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          // Another question has another first page.
          if (!('page' in changed)) after.delete('page')
          for (const [name, value] of Object.entries(changed))
            if (value) after.set(name, value)
            else after.delete(name)
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
    )
  }

  return {
    page: Math.max(1, Number(params.get('page')) || 1),
    search: params.get('search') ?? '',
    searchIndex: params.get('searchIndex') ?? initial.searchIndex,
    change,
    /** For what is typed: the list waits until the typing pauses. */
    changeSoon(changed: Change) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => change(changed), PAUSE_MS)
    },
  }
}
