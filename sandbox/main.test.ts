import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'

function run(t: TestContext, env: Record<string, string>) {
  const program = join(import.meta.dirname, 'main.ts')
  const child = fork(program, { env: { ...process.env, NODE_ENV: '', ...env }, silent: true })
  t.after(() => child.kill('SIGKILL'))
  return { child, over: once(child, 'exit'), complaint: text(child.stderr!) }
}

test('the sandbox reports when it is ready, and shuts down cleanly on a signal', async (t) => {
  const { child, over } = run(t, { SANDBOX_PORT: '0' })
  assert.deepEqual(await once(child, 'message'), [{ ready: true }, undefined])
  child.kill('SIGTERM')
  assert.deepEqual(await over, [0, null])
})

test('the sandbox ends with the program that started it', async (t) => {
  const { child, over } = run(t, { SANDBOX_PORT: '0' })
  await once(child, 'message')
  child.disconnect()
  assert.deepEqual(await over, [0, null])
})

test('the sandbox refuses to start in production, and says why', async (t) => {
  for (const [env, words] of [
    [{ NODE_ENV: 'production' }, /doesn't start with NODE_ENV=production/],
    [{ SANDBOX_PORT: 'http' }, /SANDBOX_PORT is not a port: http/],
    [{ SHOP_URL: 'localhost:3000' }, /SHOP_URL is not an address: localhost:3000/],
    [{ SANDBOX_SMTP_PORT: '70000' }, /SANDBOX_SMTP_PORT is not a port/],
  ] as const) {
    const { over, complaint } = run(t, env)
    assert.deepEqual(await over, [1, null])
    assert.match(await complaint, words)
  }
})

test('a taken port is named', async (t) => {
  const { openSandbox } = await import('./testing.ts')
  const { smtpUrl } = await openSandbox(t)
  const { port } = new URL(smtpUrl)
  const { over, complaint } = run(t, { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: port })
  assert.deepEqual(await over, [1, null])
  assert.match(await complaint, new RegExp(`Port ${port} is taken`))
})
