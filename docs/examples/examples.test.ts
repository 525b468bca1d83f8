import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import process from 'node:process'
import { promisify } from 'node:util'
import { getWebhookSecret } from '#contract/resellers/webhooks.ts'
import { createOwnWebhook, testOwnWebhook } from '#contract/resellers/reseller-webhooks.ts'
import { findFreePort } from '#server/platform/db/embedded/embedded.ts'
import { openResale, orderByApiClient } from '#tests/support/resellers/api-clients.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import {
  EXAMPLE_DELIVERY,
  EXAMPLE_ORDER,
  EXAMPLE_PRODUCT,
  EXAMPLE_REFERENCE,
  EXAMPLE_WEBHOOK,
  ERRORS_OF_ALL,
  type CallName,
} from '#web/api-docs/description/calls.ts'
import type { ResellerApi } from '#web/api-docs/description/describe.ts'
import { LANGUAGE_LABELS, type Language } from '#web/api-docs/trial/snippets.ts'
import { toPage, type ShownCall } from '#web/api-docs/to-page.ts'

const run = promisify(execFile)

/** CI's machine may lack Python. Node is always there, and so is curl on every system we know. */
const canRun = (apiClient: string) => spawnSync(apiClient, ['--version']).status === 0
const PYTHON = canRun('python3') ? 'python3' : null
const NO_PYTHON = PYTHON ? false : 'there is no python3 on this machine'

const END = '== end of an example =='

/** Runs all examples of a language, unchanged, in one process. A process for each would take most of the time. */
const START: Record<Language, (texts: string[]) => [program: string, args: string[]]> = {
  curl: (texts) => ['sh', ['-c', texts.map((text) => `${text}\necho '${END}'`).join('\n')]],
  typescript: (texts) => [
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      texts
        .map(
          (text) => `try {\n${text}\n} catch (error) { console.log(error) }\nconsole.log('${END}')`,
        )
        .join('\n'),
    ],
  ],
  python: (texts) => [
    PYTHON!,
    [
      '-c',
      `import json\nfor text in json.loads(r'''${JSON.stringify(texts)}'''):
    try:
        exec(text, {})
    except SystemExit as error:
        print(error)
    print('${END}')`,
    ],
  ],
}

/** Reads the API description from the shop, as the documentation page does. */
async function readPage(url: string) {
  const response = await fetch(`${url}/api-docs/openapi.json`)
  assert.equal(response.status, 200)
  return toPage((await response.json()) as ResellerApi, ERRORS_OF_ALL)
}

async function open(t: TestContext) {
  const { shop, productId, enter } = await openResale(t)
  const { reseller, apiClient } = await enter({}, { isTest: true })
  const page = await readPage(shop.url)
  const env = { ...process.env, GEMSTALL_API_KEY: apiClient.headers['x-api-key']! }
  const tellAll = async (snippets: string[], language: Language) => {
    const [command, args] = START[language](snippets)
    const { stdout } = await run(command, args, { env, timeout: 60_000 })
    return stdout.split(END)
  }
  return { shop, productId, reseller, apiClient, page, tellAll }
}

/** Calls that are expected to be refused here, such as those for held orders: test mode holds none. */
const REFUSED: Partial<Record<CallName, string>> = {
  correctApiOrder: 'NOT_HELD',
  refundApiOrder: 'NOT_HELD',
  showApiOrderCode: 'NO_CODE',
}

const ALL = Object.keys(LANGUAGE_LABELS) as Language[]

test('each example of each call runs unchanged, in every language', async (t) => {
  const { productId, apiClient, page, tellAll } = await open(t)
  for (const language of ALL)
    await t.test(language, { skip: language === 'python' && NO_PYTHON }, async () => {
      const { data: order } = await orderByApiClient(apiClient, { productId })
      const address = { name: 'Mine', url: 'http://127.0.0.1:1999/none', events: [] }
      const { data: webhook } = await apiClient.call(createOwnWebhook, address)
      const { data: sent } = await apiClient.call(testOwnWebhook, { id: webhook._id })
      const real: Record<string, string> = {
        [EXAMPLE_PRODUCT]: productId,
        [EXAMPLE_ORDER]: order._id,
        [EXAMPLE_WEBHOOK]: webhook._id,
        [EXAMPLE_DELIVERY]: sent._id,
        [EXAMPLE_REFERENCE]: `${language}-1001`,
        'https://example.com/gemstall': 'http://127.0.0.1:1999/other',
      }
      const put = (text: string) =>
        Object.entries(real).reduce((so, [shown, one]) => so.replaceAll(shown, one), text)
      const calls = inOrder(page.calls)
      const told = await tellAll(
        calls.map(({ snippets }) => put(snippets[language])),
        language,
      )
      for (const [index, { id }] of calls.entries()) {
        const said = told[index]!
        const code = REFUSED[id as CallName]
        const isGood = language === 'curl' ? said.includes('"success":true') : said.trim() !== ''
        if (code) assert.match(said, new RegExp(code), id)
        else assert.ok(isGood && !/[A-Z]+_[A-Z]+:|Error/.test(said), `${id}: ${said}`)
      }
    })
})

/** Moves the calls that edit and delete the webhook to the end. */
const inOrder = (calls: ShownCall[]): ShownCall[] =>
  ['editOwnWebhook', 'deleteOwnWebhook'].reduce(
    (all, last) => [...all.filter(({ id }) => id !== last), ...all.filter(({ id }) => id === last)],
    calls,
  )

test('the example receiver accepts the shop’s webhooks and refuses forged ones', async (t) => {
  const { reseller, apiClient } = await open(t)
  const listeners: Record<string, string[] | null> = {
    'webhook.ts': [process.execPath, 'docs/examples/webhook.ts'],
    'webhook.py': PYTHON ? [PYTHON, 'docs/examples/webhook.py'] : null,
  }
  for (const [name, command] of Object.entries(listeners))
    await t.test(name, { skip: command ? false : NO_PYTHON }, async (t) => {
      const port = await findFreePort()
      const url = `http://127.0.0.1:${port}/`
      const { data: webhook } = await apiClient.call(createOwnWebhook, { name, url, events: [] })
      const { data } = await reseller.call(getWebhookSecret, { id: webhook._id })
      const [first, ...args] = command!
      const env = { ...process.env, WEBHOOK_SECRET: data.secret, PORT: String(port) }
      const child = spawn(first!, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      t.after(async () => {
        child.kill('SIGKILL')
        await once(child, 'exit')
      })
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text))
      await until('it listens', () => fetch(url, { method: 'POST' }).then(Boolean, () => false))
      const { data: delivery } = await apiClient.call(testOwnWebhook, { id: webhook._id })
      assert.equal(delivery.lastAttempt?.status, 204, delivery.lastAttempt?.error ?? '')
      await until('it says what it heard', () => said.includes('ping'))
      const stamp = String(Math.floor(Date.now() / 1_000))
      const forged = {
        'webhook-id': 'x',
        'webhook-timestamp': stamp,
        'webhook-signature': 'v1,AAAA',
      }
      const { status } = await fetch(url, { method: 'POST', headers: forged, body: delivery.body })
      assert.equal(status, 400)
    })
})

const bearer = ({ tokens }: Pick<Member, 'tokens'>) => ({
  authorization: `Bearer ${tokens.accessToken}`,
})

test('administrators alone get the description of all calls', async (t) => {
  const { shop, admin } = await openResale(t)
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${shop.url}/api-docs/internal.json`, { headers })
    return { status: response.status, body: (await response.json()) as { paths?: object } }
  }
  assert.equal((await ask({})).status, 401)
  assert.equal((await ask(bearer(await signUp(shop, 'Asha Rao')))).status, 403)
  const { status, body } = await ask(bearer(admin))
  assert.equal(status, 200)
  assert.ok('/wallet/gift' in body.paths! && '/reseller/orders' in body.paths)
})
