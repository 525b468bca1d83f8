import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { requestJson } from '#connectors/request-json.ts'
import type { Manifest } from '#connectors/manifest.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { Twin } from '#sandbox/find-twins.ts'
import type { Twins } from '#sandbox/twins.ts'
import { openBreakingProxy, type BreakingProxy } from './breaking-proxy.ts'
import { openReceiver, type Received } from './receiver.ts'

/** A twin in a sandbox of its own, behind a proxy that breaks things. Adapters of both kinds are proven with it. */
export type CommonSetup = {
  proxy: BreakingProxy
  /** Everything the connector has answered, thrown or logged. */
  said: string[]
  /** Messages that the company has sent to the shop. */
  received: Received[]
  shopUrl: string
  /** The account of the shop at the twin. */
  account: Account
  /** The same account at an address where nobody listens. */
  accountNowhere: Account
  /** Sends a person's action to the sandbox. */
  act(path: string, fields: object): Promise<Record<string, unknown>>
  readBooks<Books>(): Promise<Books>
  close(): Promise<void>
}

type Account = {
  addresses: Record<string, string>
  credentials: Record<string, string>
  request: typeof requestJson
  log: { warn(fields: object, words: string): void }
  now: () => number
}

/** The sandbox plays this one company only, wherever its folder is. */
export async function openSetup(connector: Manifest, twins: Twins): Promise<CommonSetup> {
  const [twin] = [...twins.gateways, ...twins.suppliers]
  await using stack = new AsyncDisposableStack()
  const receiver = await openReceiver()
  stack.defer(() => receiver.stop())
  const proxy = await openBreakingProxy()
  stack.defer(() => proxy.stop())
  const { url: shopUrl } = receiver
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl, publicUrl: proxy.url, twins })
  stack.defer(() => sandbox.stop())
  proxy.forwardTo(sandbox.url)
  const nowhere = await findNowhere()
  const said: string[] = []

  const accountAt = (origin: string): Account => ({
    ...toAccount(connector, twin!, origin),
    request: requestJson,
    log: { warn: (fields, words) => void said.push(`${words} ${JSON.stringify(fields)}`) },
    now: Date.now,
  })
  async function act(path: string, fields: object) {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Record<string, unknown>
  }
  const running = stack.move()
  return {
    proxy,
    said,
    received: receiver.received,
    shopUrl,
    account: accountAt(proxy.url),
    accountNowhere: accountAt(nowhere),
    act,
    readBooks: async <Books>() => (await (await fetch(`${sandbox.url}/books`)).json()) as Books,
    close: () => running.disposeAsync(),
  }
}

/** The shop's account at the twin. A company with a server per shop has its address among the credentials. */
function toAccount(manifest: Manifest, { addresses, credentials }: Twin, origin: string) {
  const urls = Object.entries(addresses).map(([field, path]) => [field, `${origin}${path}`])
  const isAddress = (field: string) => field in manifest.addresses
  return {
    addresses: Object.fromEntries(urls.filter(([field]) => isAddress(field!))),
    credentials: {
      ...credentials,
      ...Object.fromEntries(urls.filter(([field]) => !isAddress(field!))),
    },
  }
}

/** An address whose port was free a moment ago. */
async function findNowhere(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

/** Finds secrets of the account in anything that the connector said. */
export const findSecrets = (
  { credentials }: Manifest,
  { account, said }: Pick<CommonSetup, 'account' | 'said'>,
): string[] =>
  credentials
    .filter(({ name, isSecret }) => {
      const value = account.credentials[name]
      return isSecret && value && said.some((words) => words.includes(value))
    })
    .map(({ label }) => label)
