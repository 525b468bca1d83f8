import { useEffect } from 'react'

/** Lets the browser keep the page that says the network is gone. It keeps nothing else. */
export function useOfflineWorker(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    // A browser that forbids it, as private windows may, shows its own page instead.
    navigator.serviceWorker.register('/offline-worker.js').catch(() => {})
  }, [])
}
