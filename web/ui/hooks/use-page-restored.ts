import { useEffect } from 'react'

/** Runs when the browser restores a page from its back/forward cache. */
export function usePageRestored(run: () => void): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) run()
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [run])
}
