import { useEffect, useRef, type RefObject } from 'react'

/** Where a step ends, what had the focus is gone with it: the next step begins at the target, and not at the top of the page. */
export function useMovedFocus(step: string, target: RefObject<HTMLElement | null>): void {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true })
  }, [step, target])
}
