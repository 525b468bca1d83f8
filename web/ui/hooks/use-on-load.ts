import { useEffect } from 'react'

/** Runs once after the first render, for data that may arrive a moment later. */
export function useOnLoad(run: () => Promise<void>): void {
  useEffect(() => {
    void run()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once, even if the function changes
  }, [])
}
