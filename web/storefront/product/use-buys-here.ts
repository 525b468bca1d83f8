import { useSyncExternalStore } from 'react'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { isSignedIn } from '#web/state/session.ts'

const never = () => () => {}

/** Visitors buy on the page of the game, where guests may buy. Everybody else uses the pages under `/purchase`. */
export function useBuysHere(): boolean {
  const shop = useShopFacts()
  const isVisitor = useSyncExternalStore(
    never,
    () => !isSignedIn(),
    () => false,
  )
  return isVisitor && shop?.guestsMayBuy === true
}
