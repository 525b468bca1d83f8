import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayName } from '#contract/money/payments.ts'

const PATIENCE_MS = 180_000
const WAIT_MS = 20

/** A UPI code names its gateway in the payee's address. */
export function gatewayAt(page: string): GatewayName {
  const { pathname, searchParams } = new URL(page)
  const ofCode = /^gemstall\.(\w+)@/.exec(searchParams.get('pa') ?? '')?.[1]
  return (ofCode ?? pathname.split('/')[1]) as GatewayName
}

/** Gateways where a failed payment closes the page. At the others it stays the page of the order. */
const FAILS: GatewayName[] = ['payu', 'paytm']

export const closesWithFailure = (page: string): boolean =>
  FAILS.includes(gatewayAt(page)) || isCashfreeCode(page)

const isCashfreeCode = (page: string): boolean => new URL(page).searchParams.has('txnId')

/** The gateway's own page, reached through the shop's page if there is one. Returns null if nothing is left to pay. */
export async function enter(url: string): Promise<string | null> {
  const { pathname } = new URL(url)
  if (pathname === '/purchase/status') return null
  if (!pathname.startsWith('/pay/')) return url
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(WAIT_MS)) {
    const response = await fetch(url, { redirect: 'manual' }).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response?.status === 303) return null
    if (response?.status === 200 && text) return leave(text)
  }
  throw new Error(`${url} does not answer`)
}

async function leave(text: string): Promise<string> {
  const [, link] = /<a id="pay" href="([^"]+)"/.exec(text) ?? []
  if (link) return plain(link)
  const [, action] = /<form id="pay" method="post" action="([^"]+)"/.exec(text) ?? []
  const fields = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const body = new URLSearchParams([...fields].map(([, name, value]) => [name!, plain(value!)]))
  const response = await fetch(plain(action!), { method: 'POST', body, redirect: 'manual' })
  await response.body?.cancel()
  return response.headers.get('location')!
}

const plain = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
