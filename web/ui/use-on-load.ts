import { useEffect } from 'react'

/** Once the page stands: for what may come a moment later. */
export function useOnLoad(run: () => Promise<void>): void {
  useEffect(() => {
    void run()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, whatever becomes of the function
  }, [])
}
