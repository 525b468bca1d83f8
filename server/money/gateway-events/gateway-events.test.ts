import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUser } from '#contract/accounts/users.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  beginTopUp,
  hurryJobs,
  listCaptures,
  listReferences,
  openPayShop,
  payAt,
  sendWebhook,
  toMessage,
  untilCaptured,
  type PayShop,
} from '#tests/support/money/payments.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { until } from '#tests/support/shop/wait.ts'

type StoredEvent = { mentioned: string[]; isApplied: boolean }

const listWebhooks = async ({ shop: { sql } }: Pick<PayShop, 'shop'>): Promise<StoredEvent[]> => [
  ...(await sql<StoredEvent[]>`
    select mentioned, applied_at is not null as is_applied from gateway_event order by received_at`),
]

const untilInWallet = ({ customer }: PayShop, paise: number) =>
  until(
    `${paise} in the wallet`,
    async () => (await customer.call(getUser, {})).data.balance === paise,
  )

const countFailures = async ({ shop: { sql } }: PayShop): Promise<number> => {
  const [row] = await sql<
    [{ count: number }]
  >`select count(*) from job where attempts > 0 and last_error is not null`
  return row.count
}

const isRefused = (line: string) => line.includes('/webhook/:gateway') && line.includes('401')
const isInVain = (line: string) => line.includes('gateway cannot be asked about a payment')

test('a repeated authentic webhook is stored once and makes the shop look up the payment', async (t) => {
  const setup = await openPayShop(t)
  const { shop, customer } = setup
  await breakOutside(shop, { target: 'razorpay', kind: 'duplicate-webhook' })
  const { reference } = await payAt(shop, await beginTopUp(customer), { webhook: 'twice' })
  await untilInWallet(setup, 500_00)
  await until('both messages are worked through', async () =>
    (await listWebhooks(setup)).every(({ isApplied }) => isApplied),
  )
  const kept = await listWebhooks(setup)
  assert.deepEqual(
    kept.map(({ mentioned }) => mentioned),
    [[reference], [reference]],
  )
  assert.equal((await listCaptures(shop)).length, 1)

  const again = toMessage(reference)
  const first = await sendWebhook(shop, again)
  const second = await sendWebhook(shop, again)
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal((await listWebhooks(setup)).length, 3)
  await until('it is worked through', async () =>
    (await listWebhooks(setup)).every(({ isApplied }) => isApplied),
  )
  await until('nothing is left to do', async () => {
    const jobs =
      await shop.sql`select from job where name in ('ask-payment', 'apply-gateway-event')`
    return jobs.length === 0
  })
  assert.equal((await listCaptures(shop)).length, 1)
  assert.equal((await customer.call(getUser, {})).data.balance, 500_00)
  assert.equal(await countFailures(setup), 0)
})

test('a signed webhook without a payment at the gateway changes nothing', async (t) => {
  const { shop, customer } = await openPayShop(t)
  await beginTopUp(customer)
  const [reference] = await listReferences(shop)
  const lie = JSON.stringify({
    event: 'payment_link.paid',
    payload: {
      payment_link: { entity: { reference_id: reference, status: 'paid', amount_paid: 1 } },
    },
  })
  assert.equal((await sendWebhook(shop, lie)).status, 200)
  await until('it is worked through', async () => {
    const [row] = await shop.sql`select from gateway_event where applied_at is not null`
    return row !== undefined
  })
  await until('the gateway was asked', async () => {
    const jobs = await shop.sql<{ payload: { hints: number } }[]>`
      select payload from job where name = 'ask-payment'`
    return jobs.some(({ payload }) => payload.hints === 2)
  })
  assert.deepEqual(await listCaptures(shop), [])
})

test('a forged webhook is refused and not stored, and the payment is found by polling', async (t) => {
  const setup = await openPayShop(t)
  const { shop, customer } = setup
  await breakOutside(shop, { target: 'razorpay', kind: 'bad-signature' })
  const { reference } = await payAt(shop, await beginTopUp(customer))
  await until('the forged one is refused', () => shop.log.some(isRefused))
  const body = toMessage(reference)
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'a/b',
  ]
  for (const type of types) {
    const headers = { 'content-type': type }
    const forged = await sendWebhook(shop, body, { secret: 'another', headers })
    assert.deepEqual(forged, { status: 401, code: 'BAD_SIGNATURE' })
  }
  assert.deepEqual(await sendWebhook(shop, body, { gateway: 'upi' }), {
    status: 404,
    code: 'NO_SUCH_GATEWAY',
  })
  assert.equal((await sendWebhook(shop, body, { gateway: 'razorpay?a=b' })).status, 400)
  assert.equal((await sendWebhook(shop, 'x'.repeat(100_001))).status, 413)
  assert.deepEqual(await listWebhooks(setup), [])
  assert.deepEqual(await listCaptures(shop), [])

  shop.wait(26_000) // the first poll is due
  await untilInWallet(setup, 500_00)
})

test('a webhook of any content type is verified byte for byte', async (t) => {
  const setup = await openPayShop(t)
  const { shop, customer } = setup
  await beginTopUp(customer)
  const [reference = ''] = await listReferences(shop)
  const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'a/b']
  for (const type of types) {
    const body = `${toMessage(reference, type)}\n `
    const { status } = await sendWebhook(shop, body, { headers: { 'content-type': type } })
    assert.equal(status, 200)
  }
  assert.equal((await listWebhooks(setup)).length, types.length)
})

test('a webhook from a gateway that is down leads to later lookups, and no money is lost', async (t) => {
  const setup = await openPayShop(t)
  const { shop, customer } = setup
  const url = await beginTopUp(customer)
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  await payAt(shop, url)
  await until('it was asked in vain', () => shop.log.some(isInVain))
  await mendOutside(shop)
  await hurryJobs(shop)
  await untilInWallet(setup, 500_00)
  assert.equal(await countFailures(setup), 0)
})

test('two captures of one payment are both recorded, and a failed payment can still be paid', async (t) => {
  const setup = await openPayShop(t)
  const { shop, customer } = setup
  const url = await beginTopUp(customer)
  await shop.sql`update payment set state = 'failed', ended_at = now()`
  await payAt(shop, url)
  await untilInWallet(setup, 500_00)
  const [payment] = await shop.sql`select state from payment`
  assert.equal(payment!['state'], 'paid')
  await payAt(shop, url, { again: true })
  await untilCaptured(shop, 2)
  await untilInWallet(setup, 1000_00)
})

test('a payment is looked up once more after its page has expired, and then no more', async (t) => {
  const setup = await openPayShop(t)
  const { shop, customer } = setup
  await payAt(shop, await beginTopUp(customer))
  await untilInWallet(setup, 500_00)
  await until('everything the gateway sent is processed', async () => {
    const jobs =
      await shop.sql`select from job where name in ('apply-gateway-event', 'ask-payment')`
    return jobs.length === 0
  })
  const readAskAt = async () => {
    const [payment] = await shop.sql<{ askAt: Date | null; expiresAt: Date; asks: number }[]>`
      select ask_at, expires_at, asks from payment`
    return payment!
  }
  const { askAt, expiresAt, asks } = await readAskAt()
  assert.ok(askAt! > expiresAt)
  shop.wait(19 * 60_000)
  await until('that was the last time', async () => (await readAskAt()).askAt === null)
  assert.equal((await readAskAt()).asks, asks + 1)
  assert.equal((await listCaptures(shop)).length, 1)
})

test('while the database is down a webhook is asked to retry, and accepted later', async (t) => {
  const proxy = openProxy(t)
  const { shop, customer } = await openPayShop(t, { reach: proxy.through })
  await beginTopUp(customer)
  const [reference = ''] = await listReferences(shop)
  await proxy.cut()
  const away = await sendWebhook(shop, toMessage(reference))
  assert.deepEqual(away, { status: 503, code: 'BUSY' })
  await proxy.mend()
  await until('it is taken', async () => {
    const { status } = await sendWebhook(shop, toMessage(reference))
    return status === 200
  })
})
