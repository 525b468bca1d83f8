import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outsideWorld } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { forgeWebhooks } from './forge-webhooks.ts'
import { openRecorder } from './recorder.ts'

test('altered webhooks are refused at any gateway, and authentic ones are verified by lookup', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const recorder = await openRecorder(stack)
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl: recorder.url })
  stack.defer(() => sandbox.stop())
  const smtpPort = Number(new URL(sandbox.smtpUrl).port)
  const shop = await openShop(t, { env: outsideWorld({ sandboxUrl: sandbox.url, smtpPort }) })
  const setup = { urls: [shop.url], sandboxUrl: sandbox.url, sql: shop.sql }
  const report = await forgeWebhooks(setup, recorder, { forgeries: 120, seed: 7, lieEvery: 4 })
  assert.equal(report.forged, 120)
  assert.deepEqual([report.wrong, report.fault, report.audit], [[], null, []])
})
