import { useEffect, useLayoutEffect, useRef } from 'react'

const BUSY = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]'

/**
 * Handles one key anywhere on the page, except while the focus is in a form field or a dialog. A key that is held down
 * counts once.
 */
export function useHotkey(key: string, run: () => void): void {
  const latest = useRef(run)
  // A layout effect, because a key may be pressed as soon as the page shows what it acts on.
  useLayoutEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const look = (event: KeyboardEvent) => {
      const isBusy = event.target instanceof Element && event.target.closest(BUSY) !== null
      if (
        event.key !== key ||
        isBusy ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', look)
    return () => document.removeEventListener('keydown', look)
  }, [key])
}
