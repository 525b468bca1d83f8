import { useEffect } from 'react'

/** Registers the service worker, which stores the offline page and nothing else. */
export function useOfflineWorker(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    // Browsers that refuse service workers, such as in private windows, show their own error page.
    navigator.serviceWorker.register('/offline-worker.js').catch(() => {})
  }, [])
}
