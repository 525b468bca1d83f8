import { login, signup } from '#contract/auth.ts'
import { getPrizes, setPrizes } from '#contract/leaderboard.ts'
import { listOrders, placeWalletOrder } from '#contract/orders.ts'
import { createGameDetail } from '#contract/players.ts'
import { getUser } from '#contract/users.ts'
import { giftBalance } from '#contract/wallet.ts'
import { createClient, type Client } from './client.ts'
import { inTurns } from './in-turns.ts'
import { DEMO_PRIZES, DEMO_SHOPPERS, type DemoShopper } from './shoppers.ts'

const AT_ONCE = 4

/** Customers who have bought something this month, and what the first of them are to get. */
export async function loadShoppers(shopUrl: string, admin: Client): Promise<void> {
  const { currentPrize } = await admin.call(getPrizes, {})
  if (currentPrize.firstPrize === 0) await admin.call(setPrizes, DEMO_PRIZES)
  await inTurns(AT_ONCE, DEMO_SHOPPERS, (shopper) => shop(shopUrl, admin, shopper))
}

async function shop(shopUrl: string, admin: Client, shopper: DemoShopper): Promise<void> {
  const client = await enter(shopUrl, shopper)
  const { totalOrders } = await client.call(listOrders, ALL)
  const missing = shopper.packs.slice(totalOrders)
  if (missing.length === 0) return
  const { _id: userId } = await client.call(getUser, {})
  const idempotencyKey = `demo-wallet-${userId}` // holds for good: it is given once
  await admin.call(giftBalance, { userId, amount: shopper.wallet, idempotencyKey })
  const { gameSlug } = shopper.player
  const { _id: gameDetailId } = await client.call(createGameDetail, {
    ...shopper.player,
    itemSlug: '',
  })
  for (const { slug: itemSlug } of missing)
    await client.call(placeWalletOrder, {
      gameSlug,
      itemSlug,
      gameDetailId,
      couponCode: shopper.couponCode,
      currency: 'INR',
    })
}

const ALL = { page: 1, limit: 1, search: '', sort: 'createdAt' } as const

async function enter(shopUrl: string, shopper: DemoShopper): Promise<Client> {
  const { fullName, email, phone, password } = shopper
  const client = createClient(shopUrl)
  const signedUp = await client.attempt(signup, { fullName, email, phone, password })
  client.use(signedUp ?? (await client.call(login, { email, password })))
  return client
}
