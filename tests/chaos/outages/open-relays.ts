import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { bucketOutside } from '#sandbox/credentials.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { readServerFile } from '#server/platform/db/embedded/embedded-server.ts'
import { openProxy, type Proxy } from '#tests/support/network/proxy.ts'
import { startStore, storeProgram } from '#tests/support/shop/store.ts'

/** The services a shop needs, and the setting that holds the address of each. */
const WAYS = {
  database: 'DATABASE_URL',
  gateway: 'RAZORPAY_URL',
  provider: 'UNIPIN_URL',
  mail: 'SMTP_URL',
  sms: 'MSG91_URL',
  rates: 'RATE_SOURCE_URL',
  regions: 'VIP_RESELLER_URL',
  bucket: 'S3_ENDPOINT',
  store: 'REDIS_URL',
} as const
export type Service = keyof typeof WAYS | 'others' // everything not named here

export type Relays = Record<Service, Proxy> & {
  /** Routes everything outside through relays; an option of startNodes. */
  reach(environment: Record<string, string>, sandboxUrl: string): Promise<Record<string, string>>
  killStore(): Promise<void>
  startStore(): Promise<void>
}

/** Opens a relay for each service. Valkey is started here if the machine has it. */
export async function openRelays(stack: AsyncDisposableStack): Promise<Relays> {
  const after = { after: (close: () => unknown) => stack.defer(async () => void (await close())) }
  const services = [...(Object.keys(WAYS) as Service[]), 'others' as const]
  const relays = Object.fromEntries(services.map((service) => [service, openProxy(after)]))
  const port = await reservePort()
  let store: ChildProcess | undefined
  const beginStore = async () => {
    if (storeProgram) store = await startStore(after, port)
  }
  await beginStore()
  return {
    ...(relays as Record<Service, Proxy>),
    async reach(environment, sandboxUrl) {
      const ways = new Map<Service, string>()
      const all = {
        ...environment,
        ...bucketOutside(sandboxUrl),
        ...(storeProgram ? { REDIS_URL: `redis://127.0.0.1:${port}` } : {}),
        LIMIT_CODES_PER_ADDRESS_PER_DAY: '1000000',
      }
      const changed: [string, string][] = []
      for (const [name, value] of Object.entries(all)) {
        const service = services.find((one) => one !== 'others' && WAYS[one] === name)
        const isOutside = service !== undefined || value.startsWith(sandboxUrl)
        changed.push([name, isOutside ? await reroute(service ?? 'others', value, ways) : value])
      }
      return Object.fromEntries(changed)
    },
    async killStore() {
      if (!store) return
      store.kill('SIGKILL')
      await once(store, 'exit')
    },
    startStore: beginStore,
  }

  async function reroute(service: Service, url: string, ways: Map<Service, string>) {
    const way = ways.get(service) ?? new URL(await relays[service]!.through(url)).host
    ways.set(service, way)
    return Object.assign(new URL(url), { host: way }).href.replace(/\/$/, '')
  }
}

/** Kills the database server. The process that started it will restart it. */
export function killDatabase(folder: string): void {
  const server = readServerFile(join(folder, 'postgres'))
  if (server) process.kill(server.pid, 'SIGKILL')
}
