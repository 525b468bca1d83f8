import { useState } from 'react'
import { loadUser } from '#web/features/session/load-user.ts'
import { isSignedIn } from '#web/state/session.ts'
import { useStore } from '#web/state/store.ts'
import type { Prices } from '#web/features/currency/price.tsx'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'

/**
 * Prices for resellers by the slug of the pack. The page is served with the public prices, and a reseller's own prices
 * replace them a moment later.
 */
export function useResellerPrices(gameSlug: string): ReadonlyMap<string, Prices> | null {
  const [prices, setPrices] = useState<ReadonlyMap<string, Prices> | null>(null)
  useOnLoad(async () => {
    if (!isSignedIn()) return
    await loadUser() // an expired session would get the public prices
    if (useStore.getState().currentUser?.role !== 'reseller') return
    const { fetchResellerPrices } = await import('./fetch-reseller-prices.ts')
    setPrices(await fetchResellerPrices(gameSlug).catch(() => null))
  })
  return prices
}
