import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { changeWishes, readWishes } from '#web/ui/read-wishes.ts'

/**
 * Where one is in a list lives in the address, and each step is one that the way back undoes. The controls
 * follow at once (`asked`); the list stays as it was until the next is there (`shown`).
 */
export function useWishes<S extends z.ZodObject>(schema: S) {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const shownAddress = useDeferredValue(address)

  function change(changes: Record<string, string>): void {
    const next = changeWishes(location.search, changes) // what React has drawn may be older
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
