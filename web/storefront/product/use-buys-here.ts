import { useSyncExternalStore } from 'react'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { isSignedIn } from '#web/state/session.ts'

const never = () => () => {}

/** Visitors buy on the page of the game, where guests may buy. Without scripts, and signed in, a purchase has pages of its own. */
export function useBuysHere(): boolean {
  const shop = useShopFacts()
  const isVisitor = useSyncExternalStore(
    never,
    () => !isSignedIn(),
    () => false,
  )
  return isVisitor && shop?.guestsMayBuy === true
}
