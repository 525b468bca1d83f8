import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { changeWishes, readWishes } from '#web/features/list-filters/read-params.ts'

/**
 * Keeps a list's filters and page in the address, so that the back button undoes each step. The controls change at once
 * (`asked`). The list stays until the next one has loaded (`shown`).
 */
export function useWishes<S extends z.ZodObject>(schema: S) {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const shownAddress = useDeferredValue(address)

  function change(changes: Record<string, string>): void {
    const next = changeWishes(location.search, changes) // the rendered parameters may be older
    if (next === new URLSearchParams(location.search).toString()) return
    setParams(next, { flushSync: true, preventScrollReset: true })
  }

  return {
    asked: readWishes(schema, address),
    shown: readWishes(schema, shownAddress),
    isWaiting: address !== shownAddress,
    change,
  }
}
