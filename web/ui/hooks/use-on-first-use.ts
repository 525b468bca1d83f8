import { useEffect, useRef } from 'react'

/** Fetches code on the first touch, key press or focus. Visitors who only read never download it. */
export function useOnFirstUse(fetch: () => Promise<unknown>): void {
  const latest = useRef(fetch)
  useEffect(() => {
    const done = new AbortController()
    const begin = () => {
      if (!navigator.onLine) return // the import would fail, and the browser would not request its styles again
      done.abort()
      latest.current().catch(() => {})
    }
    for (const act of ['focusin', 'pointerdown', 'keydown'])
      addEventListener(act, begin, { signal: done.signal, passive: true })
    return () => done.abort()
  }, [])
}
