import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Sql, Tx } from '#server/db/db.ts'
import { closeMonths } from '#server/leaderboard/close-months.ts'

/** A moment by the shop's clock: '2025-10-31T23:59:59.999'. */
export const inShop = (moment: string): Date => new Date(`${moment}+05:30`)

type Purchase = { userId: string; amount: number; at: Date; paidAt?: Date | null }

/** An order in rupees that is over; paid when it was placed unless something else is said. */
export async function buy(sql: Sql | Tx, purchase: Purchase): Promise<string> {
  const { userId, amount, at, paidAt = at } = purchase
  const id = randomUUID()
  await sql`
    insert into orders ${sql.values({
      id,
      invoice: `T${id}`,
      userId,
      status: paidAt ? 'completed' : 'pending',
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
      endedAt: paidAt,
      gameName: 'Moonfall Arena',
      itemName: '60 Opals',
    })}`
  return id
}

export const pay = (sql: Sql | Tx, id: string, at: Date) => sql`
  update orders set status = 'processing', paid_at = ${at} where id = ${id} and paid_at is null`

export const giveBack = (sql: Sql | Tx, id: string, at = new Date()) => sql`
  update orders set status = 'refunded', ended_at = ${at}, refunded_at = ${at}
  where id = ${id} and paid_at is not null and refunded_at is null`

/** The shop's job, by hand. */
export const close = (sql: Sql, now = new Date()): Promise<void> =>
  closeMonths({ sql, now: () => now, log: pino({ level: 'silent' }) })
