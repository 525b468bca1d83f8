import { useEffect, useRef } from 'react'

/** Debounces a call. Leaving the page cancels it. */
export function useDebounce(milliseconds: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    cancel: () => clearTimeout(timer.current),
    thenRun(run: () => void): void {
      clearTimeout(timer.current)
      timer.current = setTimeout(run, milliseconds)
    },
  }
}
