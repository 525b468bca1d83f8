import { startTransition } from 'react'
import { useSearchParams } from 'react-router'

/** What is looked at stands in the address, so that it outlives a reload and can be shared. */
export function useShown() {
  const [params, setParams] = useSearchParams()
  return {
    shown: (name: string): string => params.get(name) ?? '',
    /** Another question begins at its first page. */
    show(change: Record<string, string>): void {
      const next = new URLSearchParams(location.search) // what React has drawn may be older
      if (!('page' in change)) next.delete('page')
      for (const [name, value] of Object.entries(change))
        if (value) next.set(name, value)
        else next.delete(name)
      startTransition(() => setParams(next, { replace: true, preventScrollReset: true }))
    },
  }
}
