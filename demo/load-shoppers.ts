import { login, signup } from '#contract/auth.ts'
import { getPrizes, setPrizes } from '#contract/leaderboard.ts'
import { listOrders, placeWalletOrder } from '#contract/orders.ts'
import { createGameDetail } from '#contract/players.ts'
import { createIssue, editIssue, listAllIssues, listOwnIssues } from '#contract/support.ts'
import { getUser } from '#contract/users.ts'
import { giftBalance } from '#contract/wallet.ts'
import { createClient, type Client } from './client.ts'
import { inTurns } from './in-turns.ts'
import { DEMO_QUERIES } from './queries.ts'
import { DEMO_PRIZES, DEMO_SHOPPERS, type DemoShopper } from './shoppers.ts'

const AT_ONCE = 4

/** Creates customers who bought and asked something this month, and sets the prizes for the best of them. */
export async function loadShoppers(shopUrl: string, admin: Client): Promise<void> {
  const { currentPrize } = await admin.call(getPrizes, {})
  if (currentPrize.firstPrize === 0) await admin.call(setPrizes, DEMO_PRIZES)
  await inTurns(AT_ONCE, DEMO_SHOPPERS, async (shopper) => {
    const client = await enter(shopUrl, shopper)
    await shop(client, admin, shopper)
    await ask(client, shopper)
  })
  await answer(admin)
}

async function shop(client: Client, admin: Client, shopper: DemoShopper): Promise<void> {
  const { totalOrders } = await client.call(listOrders, ALL)
  const missing = shopper.packs.slice(totalOrders)
  if (missing.length === 0) return
  const { _id: userId } = await client.call(getUser, {})
  const idempotencyKey = `demo-wallet-${userId}` // never expires, so the gift is given once
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

async function ask(client: Client, { fullName }: DemoShopper): Promise<void> {
  const asked = await client.call(listOwnIssues, {})
  const there = new Set(asked.map(({ message }) => message))
  for (const { about, message } of DEMO_QUERIES[fullName] ?? [])
    if (!there.has(message)) await client.call(createIssue, { issueType: about, message })
}

async function answer(admin: Client): Promise<void> {
  const answers = new Map(
    Object.values(DEMO_QUERIES)
      .flat()
      .map((query) => [query.message, query.answer]),
  )
  const { issues } = await admin.call(listAllIssues, {
    page: 1,
    limit: 100,
    search: '',
    searchIndex: 'email',
    sort: 'createdAt',
    status: 'unresolved',
  })
  for (const { _id: id, message } of issues) {
    const text = answers.get(message)
    if (text) await admin.call(editIssue, { id, isRead: true, status: 'resolved', answer: text })
  }
}

const ALL = { page: 1, limit: 1, search: '', sort: 'createdAt' } as const

async function enter(shopUrl: string, shopper: DemoShopper): Promise<Client> {
  const { fullName, email, phone, password } = shopper
  const client = createClient(shopUrl)
  const signedUp = await client.attempt(signup, { fullName, email, phone, password })
  client.use(signedUp ?? (await client.call(login, { email, password })))
  return client
}
