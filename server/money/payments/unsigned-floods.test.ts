import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAYTM } from '#connectors/gateways/paytm/twin/credentials.ts'
import { PAYU } from '#connectors/gateways/payu/twin/credentials.ts'
import type { Deal } from '#sandbox/gateways/gateway.ts'
import { formChecksum, sealed } from '#connectors/gateways/paytm/twin/paytm-checksum.ts'
import { toResult } from '#connectors/gateways/payu/twin/payu-wire.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import {
  beginTopUp,
  hurryJobs,
  listReferences,
  openPayShop,
} from '#tests/support/money/payments.ts'
import { post, refund, topUp } from '#tests/support/money/refunds.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { GATEWAYS } from '#tests/support/money/connectors.ts'

const MANY = 1_000
const FEW = 100 // where the number does not matter
const AT_ONCE = 25

/** Sends many requests, each with different bytes. Returns their distinct statuses. */
async function flood(send: (number: number) => Promise<Response>, count = MANY): Promise<number[]> {
  const statuses = new Set<number>()
  let next = 0
  const loops = Array.from({ length: AT_ONCE }, async () => {
    for (let at = next++; at < count; at = next++) {
      const response = await send(at)
      await response.body?.cancel()
      statuses.add(response.status)
    }
  })
  await Promise.all(loops)
  return [...statuses]
}

const sendTo = ({ url }: TestShop, gateway: string, body: string, headers = {}) =>
  fetch(`${url}/api/v1/webhook/${gateway}`, { method: 'POST', headers, body })

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/**
 * Counts the rows of tables that an outsider could fill. Leaves out jobs and schedules, which come and go by
 * themselves.
 */
async function countRows(sql: Sql): Promise<Record<string, number>> {
  const tables = [
    'gateway_event',
    'rate_limit',
    'payment',
    'capture',
    'payout',
    'difference',
    'alert',
  ]
  const counts = tables.map(async (table) => {
    const [row] = await sql<[{ count: number }]>`select count(*) from ${sql(table)}`
    return [table, row.count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const countLines = ({ log }: TestShop, words: string) =>
  log.filter((line) => line.includes(words)).length

const countJobs = async ({ sql }: TestShop, name: string): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`select count(*) from job where name = ${name}`
  return row.count
}

test('a flood of unsigned webhooks stores nothing and causes no lookups, at any gateway', async (t) => {
  const { shop, customer } = await openPayShop(t)
  await beginTopUp(customer)
  const [reference = ''] = await listReferences(shop)
  const before = await countRows(shop.sql)
  for (const gateway of GATEWAYS) {
    const fields = { key: PAYU.merchantKey, txnid: reference, MID: PAYTM.merchantId }
    const send = (number: number) =>
      sendTo(shop, gateway, form({ ...fields, hash: 'a'.repeat(128), note: String(number) }))
    const statuses = await flood(send, gateway === 'payu' ? MANY : FEW)
    assert.deepEqual(statuses, [401], gateway)
  }
  assert.deepEqual(await countRows(shop.sql), before)
  assert.deepEqual(
    [await countJobs(shop, 'apply-gateway-event'), await countJobs(shop, 'ask-payment')],
    [0, 0],
  )
})

test('a thousand refund messages of PayU store nothing and cause one lookup in five minutes', async (t) => {
  const world = await openPayShop(t, { gateway: 'payu' })
  const { shop, admin } = world
  const paid = await topUp(world)
  await post(`${shop.sandboxUrl}/refunds`, { gateway: 'payu', outcome: 'pending' })
  const { data } = await refund(admin, paid.id, 100)
  await until('the refund is sent', async () => (await countJobs(shop, 'send-payout')) === 0)
  await shop.sql`update payout set ask_at = null`
  await hurryJobs(shop)
  await until('no question is open', async () => (await countJobs(shop, 'ask-payout')) === 0)
  await breakOutside(shop, { target: 'payu', kind: 'error' })
  const before = await countRows(shop.sql)
  const asked = () => countLines(shop, 'gateway cannot be asked about a refund')
  const floodOf = (token: string, { key = PAYU.merchantKey, count = FEW } = {}) =>
    flood(
      (number) =>
        sendTo(shop, 'payu', form({ action: 'refund', key, token, note: String(number) })),
      count,
    )

  assert.deepEqual(await floodOf(data.reference, { key: 'another' }), [401])
  assert.deepEqual(await floodOf('R0000000000000000000000'), [200])
  assert.deepEqual(await floodOf(paid.reference), [200])
  assert.deepEqual(await countRows(shop.sql), before)
  assert.equal(asked(), 0)

  assert.deepEqual(await floodOf(data.reference, { count: MANY }), [200])
  await until('PayU is asked', () => asked() > 0)
  await hurryJobs(shop)
  assert.ok(asked() <= 6, String(asked()))
  assert.deepEqual(await countRows(shop.sql), { ...before, rate_limit: before['rate_limit']! + 1 })
})

test('a signed message repeated with padding counts once', async (t) => {
  const { shop, admin, customer } = await openPayShop(t, { gateway: 'payu' })
  const count = async () => (await countRows(shop.sql))['gateway_event']!
  let kept = await count()
  async function keepsOne(gateway: string, body: (number: number) => string): Promise<void> {
    const statuses = await flood((number) => sendTo(shop, gateway, body(number)), FEW)
    assert.deepEqual(statuses, [200], gateway)
    assert.equal(await count(), ++kept, gateway)
  }
  await beginTopUp(customer)
  const [reference = ''] = await listReferences(shop)
  const deal = { id: '1', reference, amount: 500_00, more: {} } as unknown as Deal
  const returned = toResult(deal, null)
  await keepsOne('payu', (number) => form({ ...returned, junk: `${number}${'x'.repeat(2_000)}` }))

  await admin.call(choosePaymentGateway, { active: 'paytm' })
  const fields = { MID: PAYTM.merchantId, ORDERID: reference, STATUS: 'TXN_SUCCESS' }
  const signed = form({ ...fields, CHECKSUMHASH: formChecksum(fields) })
  await keepsOne('paytm', (number) => `STATUS=${number}&${signed}`)
  const { body } = sealed({ mid: PAYTM.merchantId, orderId: reference })
  await keepsOne('paytm', (number) => String(body).replace('"head":{', `"head":{"note":${number},`))
})

test('a thousand returns of one payment cause no more lookups than the limit allows', async (t) => {
  const { shop, customer } = await openPayShop(t, { gateway: 'cashfree' })
  await beginTopUp(customer)
  const [reference = ''] = await listReferences(shop)
  await shop.sql`update payment set ask_at = null`
  await breakOutside(shop, { target: 'cashfree', kind: 'error' })
  const address = `${shop.url}/api/v1/return/cashfree?reference=${reference}`
  const before = await countRows(shop.sql)
  assert.deepEqual(await flood(() => fetch(address, { redirect: 'manual' })), [303])
  const finishAsking = () =>
    until('no question is open', async () => {
      await hurryJobs(shop)
      return (await countJobs(shop, 'ask-payment')) === 0
    })
  await finishAsking()
  const asked = countLines(shop, 'gateway cannot be asked about a payment')
  assert.ok(asked >= 20 && asked <= 20 * 7, String(asked))
  const settled = asked
  assert.deepEqual(await flood(() => fetch(address, { redirect: 'manual' }), FEW), [303])
  assert.equal(await countJobs(shop, 'ask-payment'), 0)
  assert.equal(countLines(shop, 'gateway cannot be asked about a payment'), settled)
  assert.deepEqual(await countRows(shop.sql), { ...before, rate_limit: before['rate_limit']! + 1 })
})
