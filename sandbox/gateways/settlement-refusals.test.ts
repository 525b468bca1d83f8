import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { formChecksum } from './paytm/paytm-checksum.ts'

type Body = Record<string, unknown>

const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10)

test('Paytm refuses long pages, old days, more than one day and fields that are not signed', async (t) => {
  const { shop } = await openSandbox(t)
  const good = {
    MID: shop.PAYTM_MERCHANT_ID!,
    utrProcessedStartTime: dayOf(1),
    utrProcessedEndTime: dayOf(1),
    pageNum: '1',
    pageSize: '20',
  }
  async function list(change: Partial<typeof good>, signed: object = change) {
    const checksumHash = formChecksum({ ...good, ...signed })
    const url = `${shop.PAYTM_URL}/merchant-settlement-service/settlement/list`
    const body = JSON.stringify({ ...good, ...change, checksumHash })
    const headers = { 'content-type': 'application/json' }
    const { status, errorMessage } = (await (
      await fetch(url, { method: 'POST', headers, body })
    ).json()) as Body
    return errorMessage ?? status
  }
  for (const change of [
    { MID: 'another' },
    { pageSize: '21' },
    { pageNum: '0' },
    { utrProcessedStartTime: dayOf(3) },
    { utrProcessedStartTime: dayOf(190), utrProcessedEndTime: dayOf(190) },
    { utrProcessedStartTime: 'yesterday' },
  ])
    assert.equal(await list(change), 'ILLEGAL_PARAM', JSON.stringify(change))
  assert.equal(await list({ pageNum: '2' }, {}), 'CHECKSUM_VALIDATION_FAILED')
  assert.equal(await list({}), 'RECORD_NOT_FOUND')
})

const grant = async (url: string, init: RequestInit) =>
  String(((await (await fetch(url, { method: 'POST', ...init })).json()) as Body)['access_token'])

const ask = async (url: string, authorization = '') =>
  (await fetch(url, { headers: { authorization } })).status

const since = (days: number) => `from=${daysAgo(days).getTime()}&to=${Date.now()}`

test('PhonePe and PayPal refuse settlements of long pages, old times and without a token', async (t) => {
  const { shop } = await openSandbox(t)
  const phonepe = await grant(`${shop.PHONEPE_TOKEN_URL}/v1/oauth/token`, {
    body: new URLSearchParams({
      client_id: shop.PHONEPE_CLIENT_ID!,
      client_secret: shop.PHONEPE_CLIENT_SECRET!,
      client_version: shop.PHONEPE_CLIENT_VERSION!,
      grant_type: 'client_credentials',
    }),
  })
  const paypal = await grant(`${shop.PAYPAL_URL}/v1/oauth2/token`, {
    headers: {
      authorization: `Basic ${btoa(`${shop.PAYPAL_CLIENT_ID}:${shop.PAYPAL_CLIENT_SECRET}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const range = `${shop.PHONEPE_URL}/settlements/v1/range`
  const bearer = `O-Bearer ${phonepe}`
  assert.equal(await ask(`${range}?${since(1)}`), 401)
  assert.equal(await ask(`${range}?${since(1)}&limit=41`, bearer), 400)
  assert.equal(await ask(`${range}?${since(190)}`, bearer), 400)
  assert.equal(await ask(range, bearer), 400)
  assert.equal(await ask(`${shop.PHONEPE_URL}/settlements/v1/S1/status`, bearer), 404)
  assert.equal(await ask(`${range}?${since(1)}&limit=40`, bearer), 200)

  const transactions = (days: number, more = '') =>
    `${shop.PAYPAL_URL}/v1/reporting/transactions?start_date=${daysAgo(days).toISOString()}&end_date=${new Date().toISOString()}${more}`
  const token = `Bearer ${paypal}`
  assert.equal(await ask(transactions(1)), 401)
  assert.equal(await ask(transactions(32), token), 400)
  assert.equal(await ask(transactions(1, '&page_size=501'), token), 400)
  assert.equal(await ask(transactions(1, '&page=0'), token), 400)
  assert.equal(
    await ask(`${shop.PAYPAL_URL}/v1/reporting/transactions?start_date=today`, token),
    400,
  )
  assert.equal(await ask(transactions(1, '&page_size=500'), token), 200)
})
