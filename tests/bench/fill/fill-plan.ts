import { hash } from 'node:crypto'

// Everything here follows from numbers alone, so that the SQL and the threads that write orders agree on the people.

export type Pack = { gameId: string; itemId: string; gameName: string; itemName: string }

export type Plan = {
  orders: number
  people: number
  startAt: number // time of the first order; endAt is that of the last
  endAt: number
  firstTransfer: number
  firstWallet: number // account ids are consecutive from here
  house: { sales: number; gateway: number; gifts: number }
  games: Pack[][] // the packs of each game
}

/** Turns a number into an id without dashes. `bench_id` in the database makes the same ids. */
export function idOf(kind: string, number: number): string {
  const mixed = hash('md5', `${kind} ${number}`, 'hex')
  return `${mixed.slice(0, 12)}4${mixed.slice(13, 16)}8${mixed.slice(17)}`
}

export const dash = (id: string): string =>
  `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`

export const GATEWAY = 'razorpay'
export const BALANCE = 1_000_000_000_00 // nobody runs out of money
const REFUND_AFTER_MS = 5 * 60_000
const HEX_OF_MS = 12

export type Order = {
  id: string // without dashes
  dashed: string
  invoice: string
  person: number // from 0
  round: number // number of their earlier orders
  at: number
  status: 'completed' | 'processing' | 'cancelled' | 'failed' | 'refunded'
  isOver: boolean
  isBad: boolean // the order was refunded
  isUpi: boolean
  price: number
  endedAt: number
}

/** People order in turn. One order in fifty is refunded and one in ten paid by UPI. Some of the newest are open. */
export function planOrder({ orders, people, startAt, endAt }: Plan, nth: number): Order {
  const at = startAt + Math.floor((nth / orders) * (endAt - startAt))
  const isNew = nth > orders * 0.999 && nth % 10 === 3
  const isBad = nth % 50 === 17 && !isNew
  const bad = (['cancelled', 'failed', 'refunded'] as const)[nth % 3]!
  const mix = (Math.imul(nth, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  const id = `${at.toString(16).padStart(HEX_OF_MS, '0')}7${mix.slice(0, 3)}8${mix.slice(3, 6)}${nth.toString(16).padStart(HEX_OF_MS, '0')}`
  return {
    id,
    dashed: dash(id),
    invoice: `GS${toDay(at)}${nth.toString(32).toUpperCase().padStart(11, '0')}`,
    person: nth % people,
    round: Math.floor(nth / people),
    at,
    status: isNew ? 'processing' : isBad ? bad : 'completed',
    isOver: !isNew,
    isBad,
    isUpi: nth % 10 === 4,
    price: 100 * (1 + ((nth * 7919) % 500)),
    endedAt: isBad ? at + REFUND_AFTER_MS : at + 20_000,
  }
}

export const costOf = (price: number): number => Math.floor(price * 0.8)

const SHOP_OFFSET_MS = 5.5 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Day in the shop's time zone, counted from 1970. */
export const dayNumber = (at: number): number => Math.floor((at + SHOP_OFFSET_MS) / DAY_MS)

const days = new Map<number, string>()

/** Formats the day as in invoice numbers: 251231. */
function toDay(at: number): string {
  const number = dayNumber(at)
  const known = days.get(number)
  if (known) return known
  const day = new Date(number * DAY_MS).toISOString().slice(2, 10).replaceAll('-', '')
  days.set(number, day)
  return day
}

/** Formats the month as in the spending table: 2025-12. */
export const monthOf = (at: number): string => `20${toDay(at).slice(0, 2)}-${toDay(at).slice(2, 4)}`
