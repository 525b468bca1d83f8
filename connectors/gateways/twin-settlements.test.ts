import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { formChecksum } from './paytm/twin/paytm-checksum.ts'
import { PAYPAL } from './paypal/twin/credentials.ts'
import { PAYTM } from './paytm/twin/credentials.ts'
import { PHONEPE } from './phonepe/twin/credentials.ts'

type Body = Record<string, unknown>

const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10)

test('Paytm refuses long pages, old days, more than one day and fields that are not signed', async (t) => {
  const { url } = await openSandbox(t)
  const good = {
    MID: PAYTM.merchantId,
    utrProcessedStartTime: dayOf(1),
    utrProcessedEndTime: dayOf(1),
    pageNum: '1',
    pageSize: '20',
  }
  async function list(change: Partial<typeof good>, signed: object = change) {
    const checksumHash = formChecksum({ ...good, ...signed })
    const page = `${url}/paytm/merchant-settlement-service/settlement/list`
    const body = JSON.stringify({ ...good, ...change, checksumHash })
    const headers = { 'content-type': 'application/json' }
    const { status, errorMessage } = (await (
      await fetch(page, { method: 'POST', headers, body })
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
  const { url } = await openSandbox(t)
  const phonepe = await grant(`${url}/phonepe/v1/oauth/token`, {
    body: new URLSearchParams({
      client_id: PHONEPE.clientId,
      client_secret: PHONEPE.clientSecret,
      client_version: PHONEPE.clientVersion,
      grant_type: 'client_credentials',
    }),
  })
  const paypal = await grant(`${url}/paypal/v1/oauth2/token`, {
    headers: {
      authorization: `Basic ${btoa(`${PAYPAL.clientId}:${PAYPAL.clientSecret}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const range = `${url}/phonepe/settlements/v1/range`
  const bearer = `O-Bearer ${phonepe}`
  assert.equal(await ask(`${range}?${since(1)}`), 401)
  assert.equal(await ask(`${range}?${since(1)}&limit=41`, bearer), 400)
  assert.equal(await ask(`${range}?${since(190)}`, bearer), 400)
  assert.equal(await ask(range, bearer), 400)
  assert.equal(await ask(`${url}/phonepe/settlements/v1/S1/status`, bearer), 404)
  assert.equal(await ask(`${range}?${since(1)}&limit=40`, bearer), 200)

  const transactions = (days: number, more = '') =>
    `${url}/paypal/v1/reporting/transactions?start_date=${daysAgo(days).toISOString()}&end_date=${new Date().toISOString()}${more}`
  const token = `Bearer ${paypal}`
  assert.equal(await ask(transactions(1)), 401)
  assert.equal(await ask(transactions(32), token), 400)
  assert.equal(await ask(transactions(1, '&page_size=501'), token), 400)
  assert.equal(await ask(transactions(1, '&page=0'), token), 400)
  assert.equal(await ask(`${url}/paypal/v1/reporting/transactions?start_date=today`, token), 400)
  assert.equal(await ask(transactions(1, '&page_size=500'), token), 200)
})
