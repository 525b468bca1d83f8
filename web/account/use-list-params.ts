import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { changeParams, readParams } from '#web/features/list-filters/read-params.ts'

/**
 * Keeps a list's filters and page in the address, so that the back button undoes each step. The controls change at once
 * (`asked`). The list stays until the next one has loaded (`shown`).
 */
export function useListParams<S extends z.ZodObject>(schema: S) {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const shownAddress = useDeferredValue(address)

  function change(changes: Record<string, string>): void {
    const next = changeParams(location.search, changes) // the rendered parameters may be older
    if (next === new URLSearchParams(location.search).toString()) return
    setParams(next, { flushSync: true, preventScrollReset: true })
  }

  return {
    asked: readParams(schema, address),
    shown: readParams(schema, shownAddress),
    isWaiting: address !== shownAddress,
    change,
  }
}
