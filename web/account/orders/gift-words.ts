import type { Order } from '#contract/orders/orders.ts'

type Gift = Pick<Order, 'status' | 'itemId' | 'gameId'> & {
  gameDetailId: Pick<Order['gameDetailId'], 'userName' | 'playerId'>
}

/** True if a paid order is on its way or there, so that its buyer can tell whoever plays. */
export const canBeGift = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'processing' || status === 'completed'

/** Tells a friend which pack comes to which player, and where the game's page is. */
export function wordsForFriend(
  { status, itemId, gameId, gameDetailId }: Gift,
  url: string,
): string {
  const player = gameDetailId.userName || gameDetailId.playerId
  const gift = `I got you ${itemId.itemName} in ${gameId.gameName}, for ${player}.`
  const state = status === 'completed' ? 'It’s in the game now.' : 'It’s on its way.'
  return `${gift} ${state}\n${url}`
}
