import { useEffect, useRef } from 'react'

/** Fetches code that only somebody who does something needs: with their first touch, key or focused field. */
export function useOnFirstUse(fetch: () => Promise<unknown>): void {
  const latest = useRef(fetch)
  useEffect(() => {
    const done = new AbortController()
    const begin = () => {
      if (!navigator.onLine) return // it would fail, and its styles would not be asked for again
      done.abort()
      latest.current().catch(() => {})
    }
    for (const act of ['focusin', 'pointerdown', 'keydown'])
      addEventListener(act, begin, { signal: done.signal, passive: true })
    return () => done.abort()
  }, [])
}
