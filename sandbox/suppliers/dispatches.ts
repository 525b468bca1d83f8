import { randomInt } from 'node:crypto'
import { createOrderStore } from './order-store.ts'
import type { Products } from './products.ts'
import { createTeller, type Tell } from './tell-shop.ts'

export type { Callback } from './tell-shop.ts'

/** A pack for a player, as the supplier records it. */
export type Order = {
  provider: string
  reference: string // the shop's; empty if the supplier accepts none
  id: string // the supplier's; nine digits
  serviceId: string
  playerId: string
  zoneId: string
  state: 'pending' | 'delivered' | 'refused'
  why: 'refused' | 'player' | null
  cost: number // in dollars
  at: number
  more: Record<string, unknown> // the supplier's own data
}

type OrderInput = Pick<Order, 'reference' | 'serviceId' | 'playerId' | 'zoneId' | 'cost'> & {
  provider: string
  more?: Record<string, unknown>
  tell?: Tell
}

/** `isSilent` means that no reply is sent. */
type Accepted = { order: Order; isSilent: boolean }

export type Outcome = 'delivered' | 'refused'

/** The shop's callback address at a supplier, and its format if there are several. */
export type Registered = { url: string; as: 'form' | 'json' }

export type Dispatches = ReturnType<typeof createDispatches>

type FixedOutcome = Pick<Order, 'state' | 'why'> & {
  isSilent?: true
  callbacks?: number // for orders decided at once
  afterMs?: number
}

const DELIVERED: FixedOutcome = { state: 'delivered', why: null }
const REFUSED: FixedOutcome = { state: 'refused', why: 'refused' }

/** Outcomes by player id. Orders for all other players are delivered at once. */
const FIXED_OUTCOMES: Record<string, FixedOutcome> = {
  900000001: { state: 'refused', why: 'player' },
  900000002: { state: 'refused', why: 'refused' },
  900000003: { ...DELIVERED, isSilent: true },
  900000004: { state: 'refused', why: 'refused', isSilent: true },
  900000005: { state: 'pending', why: null, afterMs: 20_000 },
  900000006: { ...DELIVERED, callbacks: 3 },
  900000007: { state: 'pending', why: null },
}

const CREDIT = 1_000_000 // in dollars

/** All orders of all suppliers, kept as long as the sandbox runs. */
export function createDispatches({ isOut = () => false }: Partial<Pick<Products, 'isOut'>> = {}) {
  const credits = new Map<string, number>()
  const registered = new Map<string, Registered>()
  const teller = createTeller()
  const { keep, ...shown } = createOrderStore((order) => teller.forget(order))

  const newId = (provider: string): string => {
    const id = String(randomInt(100_000_000, 1_000_000_000))
    return shown.findById(provider, id) ? newId(provider) : id
  }
  const creditOf = (provider: string) => credits.get(provider) ?? CREDIT
  const pay = ({ provider, cost }: Order, sign: 1 | -1) =>
    credits.set(provider, Math.round((creditOf(provider) + sign * cost) * 100) / 100)

  /** Decides a pending order and sends the shop a callback. */
  function settle(order: Order, outcome: Outcome): boolean {
    if (order.state !== 'pending') return false
    Object.assign(order, { state: outcome, why: outcome === 'refused' ? 'refused' : null })
    if (outcome === 'refused') pay(order, 1)
    teller.tell(order)
    return true
  }

  return {
    ...shown,

    /** The shop's balance, in dollars. */
    credit: creditOf,
    setCredit: (provider: string, dollars: number) => void credits.set(provider, dollars),

    /** The registered callback address, for a supplier that does not get it with each order. */
    registered: (provider: string): Registered | undefined => registered.get(provider),
    registerCallback: (provider: string, there: Registered) => void registered.set(provider, there),
    listTries: teller.listTries,

    /**
     * Takes an order. Products out of stock are refused; otherwise the player's id decides the outcome. Refused orders
     * cost nothing.
     */
    take({ more = {}, tell: toCallback, ...asked }: OrderInput): Accepted | 'no credit' {
      const isGone = isOut(asked.provider, asked.serviceId)
      const fixed = isGone ? REFUSED : (FIXED_OUTCOMES[asked.playerId] ?? DELIVERED)
      if (creditOf(asked.provider) < asked.cost) return 'no credit'
      const { state, why } = fixed
      const order: Order = { ...asked, id: newId(asked.provider), state, why, at: Date.now(), more }
      keep(order)
      if (toCallback) teller.learn(order, toCallback)
      if (state !== 'refused') pay(order, -1)
      if (fixed.afterMs !== undefined) teller.after(fixed.afterMs, () => settle(order, 'delivered'))
      for (let sent = 0; sent < (fixed.callbacks ?? 0); sent++)
        teller.after(0, () => teller.tell(order))
      return { order, isSilent: fixed.isSilent ?? false }
    },

    settle,
    stop: teller.stop,
  }
}
