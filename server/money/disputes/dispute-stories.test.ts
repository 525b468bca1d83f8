import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { getFrozenWallets } from '#contract/money/adjustments.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { giftBalance } from '#contract/money/wallet.ts'
import { getQuote } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { findDisputeOf, sumsOfDisputes, untilDispute } from '#tests/support/money/disputes.ts'
import { spend } from '#tests/support/money/ledger.ts'
import { findOnlyCapture, post, refund } from '#tests/support/money/refunds.ts'
import { makeBuyer, openUpiPackShop, order } from '#tests/support/orders/orders.ts'
import { openDisputeShop, withNewDisputer } from '#tests/support/money/dispute-shop.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const test = shareShop(openUpiPackShop)

type Sums = Awaited<ReturnType<typeof sumsOfDisputes>>

async function sumsSince(shop: Pick<TestShop, 'sql'>, before: Sums): Promise<Sums> {
  const now = await sumsOfDisputes(shop)
  return {
    gateway: now.gateway - before.gateway,
    disputes: now.disputes - before.disputes,
    losses: now.losses - before.losses,
    fees: now.fees - before.fees,
  }
}

test('a lost dispute of spent money takes the wallet below zero, and a won appeal gives it back', async (packShop) => {
  const { shop, asha, has, add, tell } = await withNewDisputer(packShop)
  const before = await sumsOfDisputes(shop)
  const reference = await add(500)
  await spend(shop.sql, asha.id, 500_00)
  const id = await tell(reference, 'open')
  await untilDispute(shop, id, 'needs response')
  const frozen = async () => (await asha.call(getFrozenWallets, {})).data.wallets
  assert.partialDeepStrictEqual((await frozen())[0], { owed: 0, held: 500_00 })
  await tell(reference, 'lost')
  await untilDispute(shop, id, 'lost')
  assert.equal(await has(), -500_00)
  const [wallet] = await frozen()
  assert.partialDeepStrictEqual(wallet, { owed: 500_00, held: 0 })
  assert.partialDeepStrictEqual(wallet!.causes, [{ kind: 'dispute', amount: 500_00, reference }])
  const mail = await shop.inbox.find(asha.email, '₹500.00 was taken from your wallet')
  assert.match(mail.text, /−?-?₹500.00, so you can’t spend/)

  await tell(reference, 'open')
  const again = await untilDispute(shop, id, 'needs response')
  assert.deepEqual([again.held, again.fromWallet], [500_00, 0], 'the appeal reopens it')
  await tell(reference, 'won')
  const won = await untilDispute(shop, id, 'won')
  assert.deepEqual([won.held, won.taken, won.fromWallet], [0, 0, 0])
  assert.equal(await has(), 0)
  const nothing = { gateway: 0, disputes: 0, losses: 0, fees: 0 }
  assert.deepEqual(await sumsSince(shop, before), nothing)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a dispute of a delivered order is the shop’s loss, and of a refunded one the customer’s', async (packShop) => {
  const { shop, has, tell, buy, end } = await withNewDisputer(packShop)
  const before = await sumsOfDisputes(shop)
  const [delivered, refunded, later] = [await buy(), await buy(), await buy()]
  await end(delivered.id, 'completed')
  await end(refunded.id, 'failed')
  assert.equal(await has(), 100_00)
  const lose = async ({ reference }: { reference: string }, taken?: number) => {
    const id = await tell(reference, 'lost', taken === undefined ? {} : { taken })
    return untilDispute(shop, id, 'lost')
  }
  const partly = await lose(delivered, 40)
  assert.deepEqual([partly.fromWallet, partly.fromShop], [0, 40_00], 'partly lost')
  const customers = await lose(refunded)
  assert.deepEqual([customers.fromWallet, customers.fromShop], [100_00, 0])
  assert.equal(await has(), 0)

  const shops = await lose(later)
  assert.deepEqual([shops.fromWallet, shops.fromShop], [0, 100_00])
  await end(later.id, 'refunded')
  assert.equal(await has(), 0, 'the refund pays the loss of the dispute')
  const [row] = await shop.sql<{ fromWallet: number; fromShop: number }[]>`
    select from_wallet, from_shop from dispute where id = ${shops.id}`
  assert.deepEqual({ ...row }, { fromWallet: 100_00, fromShop: 0 })
  assert.deepEqual(await sumsSince(shop, before), {
    gateway: 240_00,
    disputes: 0,
    losses: -40_00,
    fees: 0,
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a deleted customer pays nothing more, and what comes back for them is kept', async (packShop) => {
  const { shop, admin, asha, has, add, tell, poll } = await withNewDisputer(packShop)
  const reference = await add(80)
  await spend(shop.sql, asha.id, 80_00)
  const id = await tell(reference, 'lost', { taken: 50 })
  await untilDispute(shop, id, 'lost')
  await admin.call(giftBalance, { userId: asha.id, amount: 50_00 })
  assert.equal(await has(), 0)
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  await tell(reference, 'lost', { webhook: 'never' })
  await poll()
  const lost = (await findDisputeOf(shop, id))!
  assert.deepEqual([lost.fromWallet, lost.fromShop, lost.movements], [50_00, 30_00, 2])
  await tell(reference, 'won', { webhook: 'never' })
  await poll()
  const won = (await findDisputeOf(shop, id))!
  assert.deepEqual([won.state, won.fromWallet, won.fromShop], ['won', 0, 0])
  const [row] = await shop.sql<[{ kept: number; has: number }]>`
    select balance_of(${asha.id}, 'INR') as has, (
      select sum(case account.id when credit then amount else -amount end)::bigint
      from transfer join account on account.id in (debit, credit)
      where address = 'house:unclaimed' and account.currency = 'INR') as kept`
  assert.deepEqual({ ...row }, { has: 0, kept: 50_00 })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('held money pays for no order and is not sent back, and free money is as good as before', async (packShop) => {
  const { shop, admin, game, item, asha, add, tell } = await withNewDisputer(packShop)
  const reference = await add(500)
  const rohan = await makeBuyer(shop, game, { INR: 100_00, USD: 0 })
  const id = await tell(reference, 'open', { amount: 450 })
  await untilDispute(shop, id, 'needs response')
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = asha
  const quote = { gameSlug, itemSlug, gameDetailId, couponCode: '', currency: 'INR' } as const
  const { data: quoted } = await asha.call(getQuote, quote)
  assert.deepEqual([quoted.balance, quoted.missing], [50_00, 50_00])
  const [mine, theirs] = await Promise.all([order(asha, { item }), order(rohan, { item })])
  assert.deepEqual([mine.status, mine.code], [409, 'BALANCE_TOO_LOW'])
  assert.match(mine.message, /₹50.00 is missing/)
  assert.equal(theirs.status, 200, 'another customer’s order of the same moment')
  const capture = await findOnlyCapture(admin, reference)
  assert.equal(capture.refundable, 50_00)
  assert.equal((await refund(admin, capture._id, 51)).status, 409)

  await tell(reference, 'won')
  await untilDispute(shop, id, 'won')
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await findOnlyCapture(admin, reference)).refundable, 400_00)
})

test('an open dispute that the customer withdraws frees the money and takes none, though the news is late', async (packShop) => {
  const { shop, item, asha, has, add, tell } = await withNewDisputer(packShop)
  const before = await sumsOfDisputes(shop)
  const reference = await add(100)
  const id = await tell(reference, 'open')
  const { held } = await untilDispute(shop, id, 'needs response')
  assert.equal(held, 100_00)
  assert.equal((await order(asha, { item })).code, 'BALANCE_TOO_LOW')
  await tell(reference, 'closed', { webhook: 'late' })
  const ended = await untilDispute(shop, id, 'closed')
  assert.deepEqual([ended.held, ended.taken, ended.fromWallet, ended.fromShop], [0, 0, 0, 0])
  assert.equal(await has(), 100_00)
  assert.equal((await order(asha, { item })).status, 200)
  const { gateway, losses, disputes } = await sumsSince(shop, before)
  assert.deepEqual([gateway, losses, disputes], [0, 0, 0])
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

testAlone(
  'a dispute at Cashfree whose webhook was lost is found once its settlement is made',
  async (t) => {
    const { shop, admin, has, add, tell, poll } = await openDisputeShop(t)
    await admin.call(choosePaymentGateway, { active: 'cashfree' })
    const [disputed, other] = [await add(100), await add(200)]
    const silent = { gateway: 'cashfree', webhook: 'never' } as const
    const id = await tell(disputed, 'open', silent)
    await poll()
    assert.equal(await findDisputeOf(shop, id), undefined)
    await post(`${shop.sandboxUrl}/settlements`, { gateway: 'cashfree' })
    await poll()
    await untilDispute(shop, id, 'needs response')
    await tell(disputed, 'lost', silent)
    await poll()
    await poll()
    const { fromWallet } = await untilDispute(shop, id, 'lost')
    assert.equal(fromWallet, 100_00)
    assert.equal(await has(), 200_00)
    const rows = await shop.sql`select from dispute`
    assert.equal(rows.length, 1, other)
  },
)
