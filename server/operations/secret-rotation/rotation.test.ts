import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { generateApiKey, getApiService } from '#contract/resellers/api-keys.ts'
import { deleteUser, refreshToken } from '#contract/accounts/auth.ts'
import { showOrderCode } from '#contract/orders/deliveries.ts'
import { findNewsOfLink } from '#contract/accounts/newsletter.ts'
import { editPaymentGateway, listPaymentGateways } from '#contract/money/payments.ts'
import { editSupplier, listSuppliers } from '#contract/catalogue/suppliers/suppliers.ts'
import { confirmByCode } from '#contract/accounts/second-factor.ts'
import { getUser } from '#contract/accounts/users.ts'
import {
  createWebhook,
  getWebhookSecret,
  renewWebhookSecret,
} from '#contract/resellers/webhooks.ts'
import { STRIPE } from '#connectors/gateways/stripe/twin/credentials.ts'
import { MOOGOLD } from '#connectors/suppliers/moogold/twin/credentials.ts'
import { keepCodes } from '#server/orders/codes/codes.ts'
import { deriveKeys, type Keys } from '#server/platform/config/secrets.ts'
import { callbackUrlOf } from '#server/suppliers/accounts/callbacks.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import {
  createPerson,
  logIn,
  signUp,
  signUpAdmin,
  type Member,
} from '#tests/support/accounts/people.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { makeReseller } from '#tests/support/resellers/api-clients.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { writeUnsubscribeToken } from '#server/accounts/news/unsubscribe-token.ts'
import { forgetOldKeys } from './kept-keys.ts'
import { countSealed } from './reseal.ts'
import { reportSecrets } from './report-secrets.ts'

const MINUTE = 60_000
const newSecret = () => randomBytes(33).toString('base64')
const [OLD, NEW] = [newSecret(), newSecret()]
const NONE = {
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  MOOGOLD_PARTNER_ID: '',
  MOOGOLD_SECRET_KEY: '',
}

/** Two nodes that can be restarted with other secrets. */
async function openNodes(t: TestContext) {
  const first = await openShop(t, { env: { ...NONE, SECRET: OLD } })
  const nodes = [first, await first.openNode({ SECRET: OLD })]
  const restart = async (index: number, secret: string) => {
    const { port } = new URL(nodes[index]!.url)
    await nodes[index]!.stop()
    nodes[index] = await first.openNode({ PORT: port, SECRET: secret })
  }
  return { first, nodes, restart }
}

/** Makes one of everything that is sealed or signed with the shop's secret. */
async function makeSecrets(shop: TestShop) {
  const admin = await signUpAdmin(shop)
  const app = await setUpApp(admin)
  await admin.call(confirmByCode, { code: app.recoveryCodes[0]! })
  const { secretKey, webhookSecret } = STRIPE
  const credentials = { secretKey, webhookSecret }
  await admin.call(editPaymentGateway, { name: 'stripe', credentials })
  await admin.call(editSupplier, { name: 'moogold', credentials: { ...MOOGOLD } })
  await (await signUp(shop, 'Asha Rao')).call(deleteUser, {})
  const ravi = await makeReseller(shop, admin, {})
  const { apiKey } = (await ravi.call(generateApiKey, {})).data
  const made = await ravi.call(createWebhook, {
    name: 'Mine',
    url: 'http://127.0.0.1:9999/hooks',
    events: [],
    isTest: false,
  })
  const id = made.data._id
  const { secret } = (await ravi.call(renewWebhookSecret, { id })).data
  const keys = deriveKeys([OLD])
  const orderId = await makeOrderWithCode(shop, { admin, keys, userId: ravi.id })
  const link = writeUnsubscribeToken(keys, ravi.id)
  const callback = callbackUrlOf({ keys, config: { publicUrl: '' } } as never, 'digiflazz')
  return { admin, ravi, app, apiKey, webhook: { id, secret }, orderId, link, callback }
}

const CODE = 'ABCD-1234'

type Buyer = { admin: Member; keys: Keys; userId: string }

/** Makes a delivered order whose code is sealed with these keys. */
async function makeOrderWithCode({ sql }: TestShop, { admin, keys, userId }: Buyer) {
  const pack = await makePack(admin)
  const orderId = await makeOrder(sql, { userId, pack, status: 'completed' })
  const input = { orderId, dispatchId: null, codes: [CODE] }
  await sql.begin((tx) => keepCodes({ keys, now: () => new Date() }, tx, input))
  return orderId
}

type Secrets = Awaited<ReturnType<typeof makeSecrets>>

/** Checks that everything made before still works at a node. */
async function tryAll(node: TestShop, made: Secrets, recoveryCode: string): Promise<void> {
  const admin = await logIn({ ...made.admin, url: node.url })
  assert.equal((await admin.call(confirmByCode, { code: recoveryCode })).status, 200)
  const { gateways } = (await admin.call(listPaymentGateways, {})).data
  const stripe = gateways.find(({ name }) => name === 'stripe')!
  assert.deepEqual([stripe.source, stripe.missing], ['back office', []])
  const { providers } = (await admin.call(listSuppliers, {})).data
  const moogold = providers.find(({ name }) => name === 'moogold')!
  assert.deepEqual([moogold.source, moogold.missing], ['back office', []])
  const ravi = await logIn({ ...made.ravi, url: node.url })
  assert.equal((await ravi.call(getApiService, {})).data.apiKey, made.apiKey)
  const { secret } = (await ravi.call(getWebhookSecret, { id: made.webhook.id })).data
  assert.equal(secret, made.webhook.secret)
  const { codes } = (await ravi.call(showOrderCode, { id: made.orderId })).data
  assert.deepEqual(codes, [CODE])
  const { status } = await node.visitor.call(findNewsOfLink, { token: made.link })
  assert.equal(status, 200)
  assert.equal(await callBack(node, made.callback), 'BAD_SIGNATURE') // the address is known, the unsigned body is refused
}

const isReported = ({ log }: TestShop) =>
  log.some((line) => line.includes('does not know the newest secret'))

/** The error code for a supplier's callback to an address it was given earlier. */
async function callBack(node: TestShop, callback: string): Promise<string> {
  const answer = await fetch(`${node.url}${callback}`, { method: 'POST', body: '{}' })
  return ((await answer.json()) as { code: string }).code
}

/** Simulates a signed-in user who keeps calling both nodes. The user must never have to sign in again. */
function keepCalling(member: Member, urls: string[]) {
  const counts = { calls: 0, refreshes: 0 }
  const refused: number[] = []
  let isOver = false
  const working = work()
  return { counts, refused, stop: async () => ((isOver = true), await working) }

  async function work(): Promise<void> {
    let { tokens } = member
    for (let turn = 0; !isOver; turn++) {
      const person = createPerson(urls[turn % urls.length]!, tokens)
      try {
        const { status } = await person.call(getUser, {})
        if (status !== 200) refused.push(status)
        counts.calls++
        if (turn % 5 !== 0) continue
        const next = await person.call(refreshToken, { refreshToken: tokens.refreshToken })
        if (next.status === 200) tokens = next.data
        else refused.push(next.status)
        counts.refreshes++
      } catch {
        // This node is restarting.
      }
    }
  }
}

test('rotating the secret under load on two nodes loses nothing that was sealed or signed', async (t) => {
  const { first, nodes, restart } = await openNodes(t)
  const { sql } = first
  const made = await makeSecrets(first)
  const using = keepCalling(
    made.ravi,
    nodes.map(({ url }) => url),
  )
  t.after(using.stop)
  for (const secrets of [`${OLD},${NEW}`, `${NEW},${OLD}`])
    for (const index of [0, 1]) await restart(index, secrets)
  const both = deriveKeys([NEW, OLD])
  for (const node of nodes) node.wait(MINUTE)
  await until('all is sealed anew', async () => (await reportSecrets(sql, both)).mayOldGo)
  const { refreshes } = using.counts
  await until('tokens are signed anew', () => using.counts.refreshes > refreshes + 1)
  for (const index of [0, 1]) await restart(index, NEW)
  await until(
    'it is used',
    (
      (calls) => () =>
        using.counts.calls > calls + 4
    )(using.counts.calls),
  )
  await using.stop()
  assert.deepEqual(using.refused, [])

  for (const { bySecret } of await countSealed(sql, deriveKeys([OLD])))
    assert.deepEqual(bySecret, [0])
  const counts = await countSealed(sql, deriveKeys([NEW]))
  assert.ok(counts.every(({ bySecret: [count], lost }) => count! > 0 && lost === 0))
  for (const [index, node] of nodes.entries())
    await tryAll(node, made, made.app.recoveryCodes[1 + index]!)
})

test('no node seals with a secret that another node does not have yet', async (t) => {
  const { first, nodes, restart } = await openNodes(t)
  const made = await makeSecrets(first)
  await restart(0, `${NEW},${OLD}`)
  const both = deriveKeys([NEW, OLD])
  nodes[0]!.wait(MINUTE)
  await until('it waits, and says so', () => isReported(nodes[0]!))
  const report = await reportSecrets(first.sql, both)
  assert.deepEqual(
    [report.mayOldGo, /Some entries still need an older secret/.test(report.words)],
    [false, true],
  )
  assert.ok((await countSealed(first.sql, both)).every(({ bySecret: [, old] }) => old! > 0))
  await tryAll(nodes[1]!, made, made.app.recoveryCodes[1]!)

  await nodes[1]!.stop()
  nodes[0]!.wait(MINUTE)
  await until('it begins by itself', async () => (await reportSecrets(first.sql, both)).mayOldGo)
})

test('signatures of an old secret stay valid until it is declared leaked', async (t) => {
  const { first, nodes, restart } = await openNodes(t)
  const made = await makeSecrets(first)
  await nodes[1]!.stop()
  await restart(0, `${NEW},${OLD}`)
  nodes[0]!.wait(MINUTE)
  const both = deriveKeys([NEW, OLD])
  await until('all is sealed anew', async () => (await reportSecrets(first.sql, both)).mayOldGo)
  await restart(0, NEW)
  await tryAll(nodes[0]!, made, made.app.recoveryCodes[1]!)
  assert.equal(await forgetOldKeys(first.sql, deriveKeys([NEW])), 3)
  await restart(0, NEW)
  const [node] = nodes
  assert.equal((await node!.visitor.call(findNewsOfLink, { token: made.link })).status, 404)
  assert.equal(await callBack(node!, made.callback), 'NO_SUCH_PROVIDER')
})
