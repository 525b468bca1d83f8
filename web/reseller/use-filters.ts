import { startTransition } from 'react'
import { useSearchParams } from 'react-router'

/** Keeps filters in the address, so that they outlive a reload and can be shared. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  return {
    filterOf: (name: string): string => params.get(name) ?? '',
    /** A changed filter starts at its first page. */
    changeFilters(change: Record<string, string>): void {
      const next = new URLSearchParams(location.search) // React may have rendered an older one
      if (!('page' in change)) next.delete('page')
      for (const [name, value] of Object.entries(change))
        if (value) next.set(name, value)
        else next.delete(name)
      startTransition(() => setParams(next, { replace: true, preventScrollReset: true }))
    },
  }
}
