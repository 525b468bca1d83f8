import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { writeProof } from '#connectors/proof.ts'
import { variableOf } from '#connectors/variable-of.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { outsideWorld } from '#sandbox/credentials.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { connect } from '#server/platform/db/db.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { payAt, readBooks } from '#tests/support/money/payments.ts'
import { listDelivered } from '#tests/support/orders/deliveries.ts'
import { makeBuyer, placeByUpi, sumOfHouse, untilOrder } from '#tests/support/orders/orders.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { makeFolder, run, startShopProcess } from '#tests/support/shop/process.ts'
import { copyTemplate, PATIENCE } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { findCandidate } from './find-candidate.ts'

const ROOT = join(import.meta.dirname, '../..')
const EXAMPLES = join(ROOT, 'docs/examples/connectors')
const [GATEWAY, SUPPLIER] = ['gateways/acmepay', 'suppliers/acmestore']

/** The variables of an example, which follow from its manifest. */
async function variablesOf(example: string, sandboxUrl: string) {
  const { connector, twin } = await findCandidate(join(EXAMPLES, example))
  const variables = [
    ...Object.entries(twin.addresses).map(([field, path]) => [field, `${sandboxUrl}${path}`]),
    ...Object.entries(twin.credentials),
  ]
  return Object.fromEntries(
    variables.map(([field, value]) => [variableOf(connector.name, field!), value]),
  ) as Record<string, string>
}

/** Starts a sandbox and a shop as an operator does, with the examples as their own connectors. */
async function openOwnShop(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const [port, sandboxPort, smtpPort] = [
    await reservePort(),
    await reservePort(),
    await reservePort(),
  ]
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const own = { CONNECTORS: EXAMPLES }
  const sandbox = run(stack, ['sandbox/main.ts'], {
    env: {
      ...own,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SHOP_URL: `http://localhost:${port}`,
    },
  })
  await once(sandbox.child, 'message')
  const databaseUrl = await copyTemplate(stack)
  const sql = connect(databaseUrl, { connectionsMax: 2, patience: PATIENCE })
  stack.defer(() => sql.end())
  const { url } = await startShopProcess(stack, {
    env: {
      ...own,
      ...outsideWorld({ sandboxUrl, smtpPort }),
      ...(await variablesOf(GATEWAY!, sandboxUrl)),
      ...(await variablesOf(SUPPLIER!, sandboxUrl)),
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: makeFolder(stack),
    },
  })
  return { url, sql, sandboxUrl }
}

test('a shop sells, delivers and refunds through connectors from a folder of its own', async (t) => {
  const shop = await openOwnShop(t)
  const admin = await signUpAdmin(shop)
  const chosen = await admin.call(choosePaymentGateway, { active: 'acmepay' })
  assert.equal(chosen.status, 200, chosen.message)
  const game = await makeGame(admin, { apiName: 'acmestore', givenGameName: 'legends' })
  const item = await makeItem(admin, game, { serviceId: '1001' })
  const asha = await makeBuyer(shop, game)

  const { id, url } = await placeByUpi(asha, { item })
  const { reference } = await payAt(shop, url)
  await untilOrder(asha, id, 'completed')
  const [delivered, ...more] = await listDelivered(shop)
  assert.deepEqual(
    [delivered?.provider, delivered?.serviceId, more.length],
    ['acmestore', '1001', 0],
  )
  assert.equal(await sumOfHouse(shop, 'gateway'), -100_00)

  const refund = { id, status: 'refunded', refundTo: 'source', note: '', reference: '' } as const
  const refunded = await admin.call(editOrder, refund)
  assert.equal(refunded.status, 200, refunded.message)
  await until('the money is back', async () => (await sumOfHouse(shop, 'gateway')) === 0)
  const books = (await readBooks(shop)).refunded
  assert.deepEqual(
    books.map((line) => [line.gateway, line.reference, line.amount]),
    [['acmepay', reference, 100]],
  )
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://user:password@db.example:5432/shop',
  SECRET: 'q3Jm8vT0pXz5wYb1nKc7hRd2sLf6gEa9uQi4',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'My shop <shop@example.com>',
  MSG91_AUTH_KEY: 'key',
  MSG91_TEMPLATE_ID: 'template',
}

const LOAD = `
  const { loadConfig } = await import('#server/platform/config/config.ts')
  try {
    loadConfig(process.env)
  } catch ({ message }) {
    console.log(message)
  }`

/** Loads the configuration in a process of its own, because a shop finds its connectors once, at its start. */
async function findProblems(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', LOAD],
    { cwd: ROOT, env: { PATH: process.env['PATH'], ...PRODUCTION, ...env } },
  )
  return stdout.match(/\w+(?= is not proven)/g) ?? (stdout === '' ? [] : [stdout])
}

test('production refuses own connectors without a valid proof, unless they are allowed', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const CONNECTORS = makeFolder(stack)
  const proof = { version: '1.0.0', passed: 20, at: new Date().toISOString() }
  cpSync(EXAMPLES, CONNECTORS, { recursive: true, filter: (path) => !path.endsWith('.json') })
  assert.deepEqual(await findProblems({ CONNECTORS }), ['acmepay', 'acmestore'])
  const allowed = { CONNECTORS, ALLOW_UNPROVEN_CONNECTORS: 'acmepay, acmestore' }
  assert.deepEqual(await findProblems(allowed), [])
  writeProof(join(CONNECTORS, SUPPLIER!), proof)
  assert.deepEqual(await findProblems({ CONNECTORS }), ['acmepay'])
  writeProof(join(CONNECTORS, GATEWAY!), proof)
  assert.deepEqual(await findProblems({ CONNECTORS }), [])
  appendFileSync(join(CONNECTORS, GATEWAY!, 'connector.js'), '\n')
  assert.deepEqual(await findProblems({ CONNECTORS }), ['acmepay'])
})
