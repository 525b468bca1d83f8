import { useEffect, useRef } from 'react'

/** Waits until nothing new has been asked for a while; who leaves the page takes the wait along. */
export function usePause(milliseconds: number) {
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
