import { createGameDetail } from '#contract/orders/players.ts'
import { placeWalletOrder } from '#contract/orders/orders.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { GAMES, PLAYERS } from '#tests/support/orders/deliveries.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { settleDown } from '#tests/chaos/pass-time.ts'

export type Times = {
  delivered: number[] // from payment to delivery in milliseconds, if the supplier delivers at once
  refunded: number[] // from payment to refund, if the supplier refuses at once
}

const PRICE = 100_00

/** Measures how long a paid order takes to end while nothing fails. */
export async function timeDeliveries(setup: ChaosSetup, count: number): Promise<Times> {
  const url = setup.urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const game = await makeGame(admin, { ...GAMES.unipin, apiName: 'unipin' })
  const { gameSlug, itemSlug } = await makeItem(admin, game, {
    serviceId: '1001',
    sellingPrice: PRICE,
  })
  const customer = await signUp({ url }, 'Asha Rao')
  await endow(setup.sql, customer.id, 2 * count * PRICE)

  const buyFor = async (playerId: string): Promise<number[]> => {
    const player = { playerId, zoneId: '', gameSlug, itemSlug: '' }
    const { data: detail } = await customer.call(createGameDetail, player)
    const chosen = { gameSlug, itemSlug, gameDetailId: detail._id, couponCode: '' }
    for (let bought = 0; bought < count; bought++) {
      const { data, message } = await customer.call(placeWalletOrder, {
        ...chosen,
        currency: 'INR',
      })
      if (!data) throw new Error(message)
      await settleDown(setup)
    }
    return readTimes(setup, playerId)
  }
  return { delivered: await buyFor(PLAYERS.good), refunded: await buyFor(PLAYERS.refused) }
}

async function readTimes({ sql }: ChaosSetup, playerId: string): Promise<number[]> {
  const rows = await sql<{ paidAt: Date; endedAt: Date }[]>`
    select paid_at, ended_at from orders where player_id = ${playerId}`
  return rows.map(({ paidAt, endedAt }) => endedAt.getTime() - paidAt.getTime())
}
