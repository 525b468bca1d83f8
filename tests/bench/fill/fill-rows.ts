import { costOf, type Order, type Pack } from './fill-plan.ts'
import type { Move } from './fill-moves.ts'
import { createRowWriter, type RowWriter } from './row-writer.ts'

/** The tables that grow with every order, and the columns written in each. */
export const COLUMNS = {
  orders: [
    'id, invoice, user_id, status, game_id, item_id, saved_player, player_id, zone_id, player_name, currency',
    'item_price, amount, price_inr, discount_inr, amount_inr, cost_inr, takes_stock, payment_method, payment_reference',
    'version, created_at, paid_at, ended_at, refunded_at, game_name, item_name',
  ].join(', '),
  order_event: 'order_id, number, status, message, created_at',
  transfer:
    'number, key, line, kind, debit, credit, currency, amount, reference, order_id, created_at, hash',
  posting: 'account_id, sequence, transfer, user_id, currency, amount, balance, created_at, hash',
  spend: 'period, user_id, amount, reached_at',
} as const

export type Table = keyof typeof COLUMNS
export const TABLES = Object.keys(COLUMNS) as Table[]

export const createWriters = () =>
  Object.fromEntries(TABLES.map((table) => [table, createRowWriter()])) as Record<Table, RowWriter>

const FIELDS = Object.fromEntries(
  TABLES.map((table) => [table, COLUMNS[table].split(', ').length]),
) as Record<Table, number>

type Bought = { order: Order; userId: string; player: string; pack: Pack }

export function writeOrder(writer: RowWriter, { order, userId, player, pack }: Bought): void {
  const { price, at, endedAt, isUpi, isOver, isBad } = order
  writer.row(FIELDS.orders)
  writer.hex(order.id)
  writer.text(order.invoice)
  writer.hex(userId)
  writer.text(order.status)
  writer.hex(pack.gameId)
  writer.hex(pack.itemId)
  writer.hex(player)
  writer.text(`P${order.person}`)
  writer.text('2001')
  writer.text('Tiger')
  writer.text('INR')
  for (const amount of [price, price, price, 0, price, costOf(price)]) writer.long(amount)
  writer.flag(false)
  writer.text(isUpi ? 'upi' : 'wallet')
  if (isUpi) writer.text(`U${order.invoice}`)
  else writer.none()
  writer.int(isOver ? 2 : 1)
  writer.moment(at)
  writer.moment(at)
  if (isOver) writer.moment(endedAt)
  else writer.none()
  if (isBad) writer.moment(endedAt)
  else writer.none()
  writer.text(pack.gameName)
  writer.text(pack.itemName)
}

export function writeEvent(writer: RowWriter, { id, status, endedAt, isBad }: Order): void {
  writer.row(FIELDS.order_event)
  writer.hex(id)
  writer.int(2)
  writer.text(status)
  writer.text(isBad ? 'What was paid is back in your wallet' : 'Delivered to your player')
  writer.moment(endedAt)
}

type Moved = {
  move: Move
  number: number
  debit: number
  credit: number
  orderId: string
  hash: string
}

export function writeTransfer(writer: RowWriter, moved: Moved): void {
  const { key, kind, amount, reference, isOfOrder, at } = moved.move
  writer.row(FIELDS.transfer)
  writer.long(moved.number)
  writer.text(key)
  writer.int(1)
  writer.text(kind)
  writer.long(moved.debit)
  writer.long(moved.credit)
  writer.text('INR')
  writer.long(amount)
  writer.text(reference)
  if (isOfOrder) writer.hex(moved.orderId)
  else writer.none()
  writer.moment(at)
  writer.hex(moved.hash)
}

type Line = {
  wallet: number
  sequence: number
  transfer: number
  userId: string
  amount: number
  balance: number
  at: number
  hash: string
}

export function writePosting(writer: RowWriter, line: Line): void {
  writer.row(FIELDS.posting)
  writer.long(line.wallet)
  writer.long(line.sequence)
  writer.long(line.transfer)
  writer.hex(line.userId)
  writer.text('INR')
  writer.long(line.amount)
  writer.long(line.balance)
  writer.moment(line.at)
  writer.hex(line.hash)
}

export type Spent = { period: string; amount: number; reachedAt: number }

export function writeSpent(writer: RowWriter, userId: string, spent: Spent): void {
  writer.row(FIELDS.spend)
  writer.text(spent.period)
  writer.hex(userId)
  writer.long(spent.amount)
  writer.moment(spent.reachedAt)
}
