import type { Order } from './dispatches.ts'

const ORDERS_MAX = 200_000

/** Drops the oldest order when there are too many. */
export function createOrderStore(forgotten: (order: Order) => void) {
  const orders = new Map<string, Order>() // by provider and id
  const byReference = new Map<string, Order>()

  return {
    keep(order: Order): void {
      if (orders.size >= ORDERS_MAX) {
        const [key, oldest] = orders.entries().next().value!
        orders.delete(key)
        byReference.delete(keyOf(oldest.provider, oldest.reference))
        forgotten(oldest)
      }
      orders.set(keyOf(order.provider, order.id), order)
      if (order.reference) byReference.set(keyOf(order.provider, order.reference), order)
    },

    find: (provider: string, reference: string): Order | undefined =>
      byReference.get(keyOf(provider, reference)),
    findById: (provider: string, id: string): Order | undefined => orders.get(keyOf(provider, id)),
    list: (provider: string): Order[] =>
      orders
        .values()
        .filter((order) => order.provider === provider)
        .toArray(),
    listAll: (): Order[] => orders.values().toArray(),
  }
}

const keyOf = (provider: string, name: string): string => `${provider} ${name}`
