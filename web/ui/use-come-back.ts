import { useEffect } from 'react'

/** A browser may keep a page that was left and show it again as it was: this is when it does. */
export function useComeBack(run: () => void): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) run()
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [run])
}
