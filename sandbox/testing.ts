import type { TestContext } from 'node:test'
import { outsideWorld } from './credentials.ts'
import type { Fault } from './faults.ts'
import type { Message } from './messages/inbox.ts'
import { startSandbox } from './sandbox.ts'

export const SHOP_URL = 'http://localhost:3000'

/** A sandbox for one test on free ports, with helpers to call it. */
export async function openSandbox(t: TestContext) {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl: SHOP_URL })
  t.after(sandbox.stop)
  const { url, smtpUrl } = sandbox
  const shop = outsideWorld({ sandboxUrl: url, smtpPort: Number(new URL(smtpUrl).port) })

  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  return {
    url,
    smtpUrl,
    shop,
    send,
    async inbox(to?: string): Promise<(Message & { at: string })[]> {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
      const response = await fetch(`${url}/inbox${query}`)
      return (await response.json()) as (Message & { at: string })[]
    },
    async breakIt(fault: Omit<Fault, 'rate'>): Promise<void> {
      await send('/faults', { ...fault, rate: 1 })
    },
  }
}

export async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
