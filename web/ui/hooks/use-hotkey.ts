import { useEffect, useRef } from 'react'

const TYPING = 'input, textarea, select, [contenteditable]'

/** Handles one key anywhere on the page, except while the focus is in a form field. */
export function useHotkey(key: string, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const look = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      if (event.key !== key || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', look)
    return () => document.removeEventListener('keydown', look)
  }, [key])
}
