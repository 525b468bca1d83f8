import { useEffect, useRef, type RefObject } from 'react'

/** When a step ends, its focused element disappears. Moves the focus to the target instead of the top of the page. */
export function useMovedFocus(step: string, target: RefObject<HTMLElement | null>): void {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true })
  }, [step, target])
}
