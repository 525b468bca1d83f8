import type { Answer } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import type { Deal } from './gateway.ts'

const STEPS_MAX = 6
const PATIENCE_MS = 10_000

/** The browser's next request, from a link or a form. */
type Step = { url: string; fields?: URLSearchParams }

/** Follows an address like a browser. Returns an error message if it leads to no payment. */
export async function findDealAt(deps: SandboxDeps, paymentUrl: string): Promise<Deal | string> {
  let step: Step = { url: paymentUrl }
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const deal = dealAt(deps, step.url)
    if (deal) return deal
    if (!isKnown(deps, step.url)) return `${step.url} is neither the shop's nor the sandbox's`
    const next = await follow(step)
    if (typeof next === 'string') return next
    if (next.fields && !isHere(deps, next.url))
      return `The form leads to ${next.url}, which isn't part of the sandbox`
    step = next
  }
  return `${paymentUrl} leads from page to page, but never to a payment`
}

function dealAt({ url, deals }: SandboxDeps, address: string): Deal | undefined {
  if (address.startsWith('upi:')) return deals.listAll().find(({ more }) => more['upi'] === address)
  if (!address.startsWith(`${url}/`)) return undefined
  const [, gateway, page, id] = new URL(address).pathname.split('/')
  return page === 'pay' ? deals.findById(gateway!, id!) : undefined
}

const isHere = ({ url }: SandboxDeps, address: string) => address.startsWith(`${url}/`)

/** Accepts any port on localhost, because each of the shop's nodes may have its own. */
const isKnown = (deps: SandboxDeps, address: string) =>
  isHere(deps, address) ||
  address.startsWith(`${deps.shopUrl}/`) ||
  new URL(address).hostname === 'localhost'

async function follow({ url, fields }: Step): Promise<Step | string> {
  const response = await visit({ url, fields }).catch(() => undefined)
  if (!response) return `${url} does not answer`
  const text = await response.text()
  const location = response.headers.get('location')
  if (location !== null) return { url: new URL(location, url).href }
  if (!response.ok) return `${url} answers ${response.status}`
  return readWayOn(text, url) ?? `${url} has neither a form nor a link to pay by`
}

const visit = ({ url, fields }: { url: string; fields: URLSearchParams | undefined }) =>
  fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(fields && { method: 'POST', body: fields }),
  })

/** Follows the gateway's way back to the shop. Returns the address the shop redirects to. */
export async function comeBackTo(
  deps: SandboxDeps,
  { headers, body }: Answer,
): Promise<string | null> {
  const { location } = headers
  const step = location === undefined ? readWayOn(String(body), deps.url) : { url: location }
  const response = step && (await visit({ fields: undefined, ...step }).catch(() => undefined))
  await response?.body?.cancel()
  return response?.headers.get('location') ?? null
}

/** Finds the page's form with its hidden fields, or its link. Its id is `pay`, or `back` on the way back. */
function readWayOn(page: string, url: string): Step | undefined {
  const form = /<form\b([^>]*)>(.*?)<\/form>/is.exec(page)
  const isForm = form && isWayOn(readAttributes(form[1]!)['id'])
  if (isForm) {
    const inputs = [...form[2]!.matchAll(/<input\b([^>]*)>/gi)].map(([, text]) =>
      readAttributes(text!),
    )
    const fields = inputs.flatMap(({ name, value = '' }) => (name ? [[name, value]] : []))
    const { action = '' } = readAttributes(form[1]!)
    return { url: new URL(action, url).href, fields: new URLSearchParams(fields) }
  }
  const links = [...page.matchAll(/<a\b([^>]*)>/gi)].map(([, text]) => readAttributes(text!))
  const href = links.find(({ id }) => isWayOn(id))?.['href']
  return href === undefined ? undefined : { url: new URL(href, url).href }
}

const isWayOn = (id: string | undefined) => id === 'pay' || id === 'back'

const readAttributes = (text: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(
      ([, name, ...values]) => [name!, plain(values.find((one) => one !== undefined)!)],
    ),
  )

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name)] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hex), 16))
  })
