import { useEffect, useRef } from 'react'

/** Handles a letter pressed with Ctrl or Cmd anywhere on the page. */
export function useCommandKey(key: string, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const look = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isCommand || event.key.toLowerCase() !== key) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', look)
    return () => document.removeEventListener('keydown', look)
  }, [key])
}
