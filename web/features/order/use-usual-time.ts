import { useQuery } from '@tanstack/react-query'
import { findGame } from '#contract/catalogue/catalog.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { useHasPassed } from '#web/ui/hooks/use-has-passed.ts'
import { describeUsualTime } from '#web/features/pack/describe-delivery.ts'

export type UsualTime = { words: string | null; isLate: boolean }

const SPARE_SECONDS = 30 // tolerance for very quick deliveries

/** The usual delivery time of a pack in delivery, and whether the order has taken more than twice as long. */
export function useUsualTime(order: Order): UsualTime {
  const { status, heldFor, paidAt, gameId, itemId } = order
  const isOnItsWay = status === 'processing' && heldFor === null
  const { data } = useQuery({
    ...queryOrRefusal(findGame, { slug: gameId.gameSlug }),
    enabled: isOnItsWay,
  })
  const game = isOnItsWay && data && !(data instanceof ApiError) ? data : null
  const item = game?.itemId.find(({ itemSlug }) => itemSlug === itemId.itemSlug)
  const seconds = item?.deliverySeconds ?? null
  const lateAt =
    seconds === null || paidAt === null
      ? null
      : Date.parse(paidAt) + (2 * seconds + SPARE_SECONDS) * 1000
  const isLate = useHasPassed(lateAt)
  return {
    words: game && describeUsualTime(game.isDeliveredByHand, seconds),
    isLate: isOnItsWay && isLate,
  }
}
