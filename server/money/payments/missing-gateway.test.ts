import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { INSTALLED } from '#connectors/connectors.ts'
import { getSettlements } from '#contract/accounting/books.ts'
import { listTopUpDocuments } from '#contract/accounting/documents.ts'
import { getPaymentEvidence } from '#contract/backoffice/evidence.ts'
import { searchEverywhere } from '#contract/backoffice/search.ts'
import { listDisputes } from '#contract/money/disputes.ts'
import {
  choosePaymentGateway,
  listPaymentGateways,
  listPayments,
  type Payment,
} from '#contract/money/payments.ts'
import { findTopUp } from '#contract/money/wallet.ts'
import { findOrderAsAdmin } from '#contract/orders/orders.ts'
import { periodOf } from '#contract/core/period.ts'
import { toRequest } from '#contract/core/request.ts'
import { readZip } from '#tests/support/calls/zip.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { beginTopUp, payAt, sendWebhook } from '#tests/support/money/payments.ts'
import { refund, topUp } from '#tests/support/money/refunds.ts'
import { readBalances, settle } from '#tests/support/money/settlements.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { openUpiPackShop, placeByUpi, readOrder, untilOrder } from '#tests/support/orders/orders.ts'
import { PATIENCE } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const MISSING = 'payu'
const OTHERS = {
  ...INSTALLED,
  gateways: new Map([...INSTALLED.gateways].filter(([name]) => name !== MISSING)),
}

/** Starts a shop with payments from before its first gateway was removed: an order, a top-up and an open page. */
async function open(t: TestContext, { isDisputed = false } = {}) {
  const packShop = await openUpiPackShop(t)
  const { shop: before, admin, asha, item } = packShop
  const choice = { active: MISSING, standIns: ['razorpay'] }
  assert.equal((await admin.call(choosePaymentGateway, choice)).status, 200)
  const paid = await placeByUpi(asha, { item })
  const { reference: orderReference } = await payAt(before, paid.url)
  await untilOrder(asha, paid.id, 'processing')
  const toppedUp = await topUp({ shop: before, admin, customer: asha })
  const unpaidUrl = await beginTopUp(asha)
  await settle({ shop: before }, MISSING)
  if (isDisputed) {
    const { reference } = toppedUp
    const id = await tellBank(before, { gateway: MISSING, reference, state: 'open' })
    await untilDispute(before, id, 'needs response')
  }
  await before.stop()
  const again = (connectors = INSTALLED) =>
    before.openNode({ PORT: new URL(before.url).port }, PATIENCE, connectors)
  const shop = await again(OTHERS)
  return { ...packShop, shop, paid, orderReference, toppedUp, unpaidUrl, again }
}

type Opened = Awaited<ReturnType<typeof open>>

async function listAll({ admin }: Opened): Promise<Payment[]> {
  const page = { page: 1, limit: 10, search: '', searchIndex: 'reference' } as const
  return (await admin.call(listPayments, page)).data.payments
}

test('a shop without its first gateway takes payments through the next', async (t) => {
  const opened = await open(t)
  const { shop, admin, asha, item } = opened
  const { gateways } = (await admin.call(listPaymentGateways, {})).data
  assert.deepEqual(
    gateways.filter(({ isActive, name }) => isActive || name === MISSING).map(({ name }) => name),
    ['razorpay'],
  )
  const next = await placeByUpi(asha, { item })
  await payAt(shop, next.url)
  await untilOrder(asha, next.id, 'processing')
  const [newest] = await listAll(opened)
  assert.deepEqual([newest!.gateway, newest!.gatewayReason], ['razorpay', ''])
})

test('payments of a missing gateway are listed, found and documented under its name', async (t) => {
  const opened = await open(t, { isDisputed: true })
  const { shop, admin, asha, paid, orderReference, toppedUp } = opened
  const payments = await listAll(opened)
  assert.deepEqual(
    payments.map(({ gateway, state, sendsBack }) => [gateway, state, sendsBack]),
    [
      [MISSING, 'open', false],
      [MISSING, 'paid', false],
      [MISSING, 'paid', false],
    ],
  )
  const { data: hits } = await admin.call(searchEverywhere, { search: orderReference })
  assert.deepEqual(
    hits.payments.map(({ gatewayTitle }) => gatewayTitle),
    [MISSING],
  )
  const { data: byId } = await admin.call(searchEverywhere, { search: toppedUp.gatewayPaymentId })
  assert.equal(byId.payments.length, 1)

  assert.equal((await readOrder(asha, paid.id)).paymentStatus, 'paid')
  assert.equal((await admin.call(findOrderAsAdmin, { id: paid.id })).data.gateway, MISSING)
  const { reference } = toppedUp
  assert.equal((await asha.call(findTopUp, { reference })).data.gateway, MISSING)

  const { disputes } = (await admin.call(listDisputes, { page: 1, limit: 10 })).data
  assert.deepEqual(
    disputes.map(({ gateway, isByHand }) => [gateway, isByHand]),
    [[MISSING, true]],
  )
  const { address } = toRequest(getPaymentEvidence, { id: toppedUp.id })
  const authorization = `Bearer ${admin.tokens!.accessToken}`
  const response = await fetch(`${shop.url}${address}`, { headers: { authorization } })
  const files = readZip(Buffer.from(await response.arrayBuffer()))
  const evidence = JSON.parse(files.get('evidence.json')!.toString())
  assert.deepEqual(
    evidence.payments.map((one: { gateway: string }) => one.gateway),
    [MISSING],
  )
  await addJob(shop, 'issue-documents', {})
  await until('the top-up has its receipt', async () => {
    const { data } = await asha.call(listTopUpDocuments, { reference })
    return data.documents.length === 1
  })
})

test('the books have the money that came through a missing gateway', async (t) => {
  const opened = await open(t)
  const { admin } = opened
  const { gateways } = (await admin.call(getSettlements, { month: periodOf(new Date()) })).data
  assert.partialDeepStrictEqual(gateways, [
    { gateway: MISSING, currency: 'INR', captured: 600_00, unsettled: 0 },
  ])
  const balances = await readBalances(opened)
  assert.equal(balances[`Gateway clearing ${MISSING} INR`], 0)
})

test('money at a missing gateway is neither lost nor sent twice, and goes on when it is back', async (t) => {
  const opened = await open(t)
  const { shop, admin, toppedUp, unpaidUrl, again } = opened
  const page = await fetch(unpaidUrl)
  assert.equal(page.status, 200)
  assert.match(await page.text(), new RegExp(`<title>[^<]*${MISSING}`, 'i'))
  await payAt(shop, unpaidUrl, { webhook: 'never' })
  assert.equal((await sendWebhook(shop, '{}', { gateway: MISSING })).status, 404)
  const refused = await refund(admin, toppedUp.id, 100)
  assert.deepEqual([refused.status, refused.code], [409, 'REFUND_TOO_LARGE'])
  assert.match(refused.message, new RegExp(`Nothing can be sent back: ${MISSING} can’t do that`))
  await addJob(shop, 'list-disputes', { gateway: MISSING, isHint: true })
  await addJob(shop, 'ask-dispute', { gateway: MISSING, disputeId: '7', hints: 0 })
  await addJob(shop, 'reconcile', {})
  shop.wait(30_000)
  await until('it was asked about in vain', () =>
    shop.log.some((line) => line.includes('gateway cannot be asked about a payment')),
  )
  await until('all jobs are done', async () => {
    const jobs = await shop.sql`
      select from job where name in ('list-disputes', 'ask-dispute', 'reconcile') and key is null`
    return jobs.length === 0
  })
  const readState = async () => {
    const [row] = await shop.sql`select state from payment order by created_at desc limit 1`
    return row!['state'] as string
  }
  assert.equal(await readState(), 'open')
  await shop.stop()
  const back = await again()
  back.wait(18 * 60_000)
  await until('the money is booked', async () => (await readState()) === 'paid')
})
