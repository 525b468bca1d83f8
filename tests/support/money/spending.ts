import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { closeMonths } from '#server/orders/leaderboard/close-months.ts'

/** Converts shop time, such as '2025-10-31T23:59:59.999', to a moment. */
export const inShop = (moment: string): Date => new Date(`${moment}+05:30`)

type Purchase = {
  userId: string
  amount: number
  at: Date
  paidAt?: Date | null // null makes it unpaid
  deliveredAt?: Date | null // null makes it undelivered
}

/** Makes an order in rupees, paid and delivered when it was placed by default. */
export async function buy(sql: Sql | Tx, purchase: Purchase): Promise<string> {
  const { userId, amount, at, paidAt = at, deliveredAt = paidAt } = purchase
  const id = randomUUID()
  await sql`
    insert into orders ${sql.values({
      id,
      invoice: `T${id}`,
      userId,
      status: paidAt ? 'processing' : 'pending',
      gameId: randomUUID(),
      itemId: randomUUID(),
      savedPlayer: randomUUID(),
      playerId: '12345678',
      zoneId: '',
      playerName: '',
      currency: 'INR',
      itemPrice: amount,
      amount,
      priceInr: amount,
      discountInr: 0,
      amountInr: amount,
      takesStock: false,
      paymentMethod: 'upi',
      createdAt: at,
      paidAt,
      gameName: 'Moonfall Arena',
      itemName: '60 Opals',
    })}`
  if (deliveredAt) await deliver(sql, id, deliveredAt)
  return id
}

export const pay = (sql: Sql | Tx, id: string, at: Date) => sql`
  update orders set status = 'processing', paid_at = ${at} where id = ${id} and status = 'pending'`

export const deliver = (sql: Sql | Tx, id: string, at: Date) => sql`
  update orders set status = 'completed', ended_at = ${at} where id = ${id} and status = 'processing'`

export const giveBack = (sql: Sql | Tx, id: string, at = new Date()) => sql`
  update orders set status = 'refunded', ended_at = coalesce(ended_at, ${at}), refunded_at = ${at}
  where id = ${id} and paid_at is not null and refunded_at is null`

/** Runs the shop's job that closes months. */
export const close = (sql: Sql, now = new Date()): Promise<void> =>
  closeMonths({ sql, now: () => now, log: pino({ level: 'silent' }) })
