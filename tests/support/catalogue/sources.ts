import type { ItemSource } from '#contract/catalogue/games.ts'
import {
  GAMES,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  type DeliveryShop,
} from '#tests/support/orders/deliveries.ts'

/** An additional source of a pack, besides its game's own. */
export const alsoFrom = (
  source: keyof typeof GAMES,
  serviceId = source === 'lapakgaming' ? 'ML1001-S2' : '1001',
): ItemSource => {
  return { givenRegion: '', ...GAMES[source], source, serviceId }
}

/** Opens a shop with one pack that comes from UniPin, or otherwise from G2Bulk. */
export const openTwo = (
  t: Parameters<typeof openDeliveryShop>[0],
  serviceId = '1001',
  sources = [alsoFrom('g2bulk')],
) => openDeliveryShop(t, { provider: 'unipin', pack: { serviceId, sources } })

/**
 * Lists the dispatches of an order, such as "unipin 1 1 delivered": source, attempt, product, and the reason or state.
 */
export const statesOf = async (
  { shop }: Pick<DeliveryShop, 'shop'>,
  id: string,
): Promise<string[]> =>
  (await listDispatches(shop, id)).map(({ provider, attempt, leg, state, reason }) =>
    [provider, attempt, leg, reason ?? state].join(' '),
  )

/** Lists what the suppliers say they have delivered, such as "g2bulk 1001", or only what they have of one order. */
export async function booksOf(
  { shop }: Pick<DeliveryShop, 'shop'>,
  orderId?: string,
): Promise<string[]> {
  const own = orderId && (await listDispatches(shop, orderId)).map(({ reference }) => reference)
  return (await listDelivered(shop))
    .filter(({ reference }) => !own || own.includes(reference))
    .map(({ provider, serviceId }) => `${provider} ${serviceId}`)
}
