import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#tests/support/shop/shop.ts'
import { sendHostileInput } from './send-hostile-input.ts'

const NO_LIMITS = {
  LIMIT_WRONG_PASSWORDS: '100000',
  LIMIT_WRONG_PASSWORDS_TOTAL: '100000',
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '100000',
  LIMIT_CODES_PER_ADDRESS_PER_DAY: '100000',
  LIMIT_API_REQUESTS_PER_SECOND: '100000',
}

test('hostile input to any call, page or connection gets a proper refusal and changes nothing', async (t) => {
  const shop = await openShop(t, { env: NO_LIMITS })
  const setup = { urls: [shop.url], sandboxUrl: shop.sandboxUrl, sql: shop.sql }
  const options = { seed: 7, refused: 2, calls: 3, bytes: 1, pages: 1, webhooks: 2 }
  const { wrong, audit, ...report } = await sendHostileInput(setup, options)
  assert.deepEqual([wrong, audit], [[], []])
  assert.ok(report.passed > report.endpoints / 2, `${report.passed} of ${report.endpoints}`)
  const faults = shop.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
  assert.deepEqual(faults, [])
})
