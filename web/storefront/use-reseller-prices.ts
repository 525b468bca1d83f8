import { useState } from 'react'
import { loadUser } from '#web/layouts/load-user.ts'
import { isSignedIn } from '#web/state/session.ts'
import { useStore } from '#web/state/store.ts'
import type { Prices } from '#web/ui/price.tsx'
import { useOnLoad } from '#web/ui/use-on-load.ts'

/**
 * The page has everybody's prices. Resellers get their own a moment later, in the same places: by the
 * slug of the pack, where there is one.
 */
export function useResellerPrices(gameSlug: string): ReadonlyMap<string, Prices> | null {
  const [prices, setPrices] = useState<ReadonlyMap<string, Prices> | null>(null)
  useOnLoad(async () => {
    if (!isSignedIn()) return
    await loadUser() // a session that has run out would be shown everybody's prices
    if (useStore.getState().currentUser?.role !== 'reseller') return
    const { askResellerPrices } = await import('./ask-reseller-prices.ts')
    setPrices(await askResellerPrices(gameSlug).catch(() => null))
  })
  return prices
}
