import { letters, type Deal, type NewDeal } from './deals.ts'

const DEALS_MAX = 20_000

type Leaving = { expired(deal: Deal): void; forgotten(deal: Deal): void }

/** Expires overdue deals whenever they are looked up. */
export function createStore({ expired, forgotten }: Leaving) {
  const all = new Map<string, Deal>() // by gateway and reference, or id if the reference is repeatable
  const byId = new Map<string, Deal>()

  function current(deal: Deal): Deal {
    const isLate = deal.expiresAt !== null && deal.expiresAt <= Date.now()
    if (isLate && deal.state === 'open') expired(deal)
    return deal
  }

  function forgetOldest(): void {
    const [key, deal] = all.entries().next().value!
    all.delete(key)
    byId.delete(keyOf(deal.gateway, deal.id))
    forgotten(deal)
  }

  const sweep = setInterval(() => all.forEach(current), 1_000).unref()
  const ofGateway = (gateway: string) => all.values().filter((deal) => deal.gateway === gateway)

  return {
    current,

    /** Null if the reference was used before. */
    add({ isRepeatable = false, ...input }: NewDeal) {
      const { id = letters(14), currency = 'INR', method = null, ...rest } = input
      const { expiresAt = null, more = {}, ...asked } = rest
      const key = keyOf(asked.gateway, isRepeatable ? id : asked.reference)
      if (all.has(key)) return null
      const own = { id, currency, method, expiresAt, more, createdAt: Date.now() }
      const deal: Deal = {
        ...asked,
        ...own,
        state: 'open',
        attempts: [],
        repayments: [],
        disputes: [],
      }
      if (all.size >= DEALS_MAX) forgetOldest()
      all.set(key, deal)
      byId.set(keyOf(deal.gateway, id), deal)
      return deal
    },

    find(gateway: string, reference: string): Deal | undefined {
      const deal = all.get(keyOf(gateway, reference))
      return deal && current(deal)
    },
    findById(gateway: string, id: string): Deal | undefined {
      const deal = byId.get(keyOf(gateway, id))
      return deal && current(deal)
    },
    findWhere: (gateway: string, fits: (deal: Deal) => boolean): Deal | undefined =>
      ofGateway(gateway).find((deal) => fits(current(deal))),
    list: (gateway: string): Deal[] => ofGateway(gateway).map(current).toArray(),
    listAll: (): Deal[] => all.values().map(current).toArray(),

    stop: () => clearInterval(sweep),
  }
}

export const keyOf = (gateway: string, name: string): string => `${gateway} ${name}`

type Store = Pick<ReturnType<typeof createStore>, 'find' | 'findWhere'>

/** Finds a payment by the shop's reference. If several have it, finds the one that somebody tried to pay. */
export const findByReference = (store: Store, gateway: string, reference: string) =>
  store.find(gateway, reference) ??
  store.findWhere(gateway, (deal) => deal.reference === reference && deal.attempts.length > 0)
