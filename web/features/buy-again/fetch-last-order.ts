import { listOrders, type Order } from '#contract/orders/orders.ts'
import { call } from '#web/api/call.ts'

const DELIVERED = { page: 1, search: '', sort: '-createdAt', status: 'completed' } as const
const LOOKED_AT = 10 // orders on the page of a game

/** The newest order that was delivered; on the page of a game, the newest one for it. */
export async function fetchLastOrder(gameSlug?: string): Promise<Order | null> {
  const { orders } = await call(listOrders, { ...DELIVERED, limit: gameSlug ? LOOKED_AT : 1 })
  return orders.find(({ gameId }) => !gameSlug || gameId.gameSlug === gameSlug) ?? null
}
