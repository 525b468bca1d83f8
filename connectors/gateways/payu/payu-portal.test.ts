import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { createPayU } from './payu.ts'

const ACCOUNT = { merchantKey: 'KEY', salt: 'salt' }

test('a shop without a token or a merchant id has no disputes of PayU', () => {
  const places = { url: '', apiUrl: '', ...ACCOUNT }
  for (const [merchantId, token] of [
    ['143419', ''],
    ['', 'token'],
  ] as const)
    assert.equal(
      createPayU({ ...places, portal: { url: '', merchantId, token } }).disputes,
      undefined,
    )
})

test('a check names a missing merchant id and a refused chargeback token', async (t) => {
  let status = 200
  const { url } = await openCompany(t, ({ path }) =>
    path.includes('postservice')
      ? { body: { status: 0, msg: '0 out of 1', transaction_details: {} } }
      : { status, body: { data: [] } },
  )
  const check = (merchantId: string, token: string) => {
    const portal = { url: `${url}/api/v1/chargebacks`, merchantId, token }
    return createPayU({ url, apiUrl: url, portal, ...ACCOUNT }).check()
  }
  assert.equal(await check('', ''), null)
  assert.match((await check('', 'token'))!, /merchant id/)
  assert.equal(await check('143419', 'token'), null)
  status = 401
  assert.match((await check('143419', 'token'))!, /chargeback token/)
  assert.equal(await check('143419', ''), null)
  status = 429
  await assert.rejects(check('143419', 'token'), /429/)
})
