/** Secrets that went over the wire, by kind. */
export type Secrets = Map<string, Set<string>>

export type Collector = {
  secrets: Secrets
  /** Answers that repeat a secret from their own request. */
  echoed: string[]
  refusals: number
  add(kind: string, secret: string | null | undefined): void
  stop(): void
}

const FIELDS: Record<string, string> = {
  password: 'password',
  newPassword: 'password',
  accessToken: 'access token',
  refreshToken: 'refresh token',
  apiKey: 'API key',
  secret: 'secret of an app or a webhook',
  recoveryCodes: 'recovery code',
  q: 'token of a sent code',
  token: 'token of a sent code or a link',
}
const HEADERS: Record<string, string> = {
  authorization: 'access token',
  'x-api-key': 'API key',
  cookie: 'cookie',
}
const SHORTEST = 6 // shorter texts are found by chance

/** Listens to all requests and answers of the attacks, and keeps the secrets in them. */
export function collectSecrets(): Collector {
  const fetchIt = globalThis.fetch
  const collector: Collector = {
    secrets: new Map(),
    echoed: [],
    refusals: 0,
    add(kind, secret) {
      if (!secret || secret.length < SHORTEST) return
      const known = collector.secrets.get(kind) ?? new Set()
      collector.secrets.set(kind, known.add(secret))
    },
    stop: () => void (globalThis.fetch = fetchIt),
  }
  globalThis.fetch = async (input, init) => {
    const address = new URL(String(input instanceof Request ? input.url : input))
    const sent = address.pathname.startsWith('/api/v1') ? takeSent(collector, address, init) : []
    const response = await fetchIt(input, init)
    if (sent.length > 0 || address.pathname.startsWith('/api/v1'))
      await takeAnswer(collector, response, sent)
    return response
  }
  return collector
}

function takeSent(collector: Collector, address: URL, init: RequestInit | undefined): string[] {
  const sent: [string, string][] = []
  for (const [name, value] of new Headers(init?.headers))
    if (HEADERS[name]) sent.push([HEADERS[name], value.replace(/^Bearer /, '')])
  for (const [name, value] of address.searchParams)
    if (FIELDS[name]) sent.push([FIELDS[name], value])
  if (typeof init?.body === 'string')
    walk(parse(init.body), (kind, value) => sent.push([kind, value]))
  for (const [kind, value] of sent) collector.add(kind, value)
  return sent.map(([, value]) => value).filter((value) => value.length >= SHORTEST)
}

async function takeAnswer(collector: Collector, response: Response, sent: string[]): Promise<void> {
  for (const cookie of response.headers.getSetCookie())
    collector.add('cookie', cookie.split(';', 1)[0]!.split('=')[1])
  if (!response.headers.get('content-type')?.startsWith('application/json')) return
  const text = await response.clone().text()
  if (response.ok) {
    walk(parse(text), (kind, value) => collector.add(kind, value))
    return
  }
  collector.refusals++
  for (const secret of sent) if (text.includes(secret)) collector.echoed.push(text.slice(0, 200))
}

function walk(value: unknown, found: (kind: string, secret: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inside] of Object.entries(value)) {
    const kind = FIELDS[name]
    if (kind && typeof inside === 'string') found(kind, inside)
    else if (kind && Array.isArray(inside)) inside.forEach((one) => found(kind, String(one)))
    else if (name === 'payment_url') found('link to pay', readProof(String(inside)))
    else walk(inside, found)
  }
}

/** The token in the address of the shop's page that leads to the gateway. */
const readProof = (url: string): string => /\?t=([\w.-]+)/.exec(url)?.[1] ?? ''

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const SECRET_NAMES = /^(?!LIMIT_).*(SECRET|PASSWORD|KEY$|SALT|TOKEN$)/
const PUBLIC = ['PAYU_MERCHANT_KEY'] // part of the form that takes a browser to PayU

/** Adds the secrets that the operator configured. */
export function addEnvironment(collector: Collector, environment: Record<string, string>): void {
  for (const [name, value] of Object.entries(environment))
    if (SECRET_NAMES.test(name) && !PUBLIC.includes(name))
      collector.add('credential of the shop', value)
  for (const name of ['SMTP_URL', 'DATABASE_URL']) {
    const { password } = new URL(environment[name]!)
    collector.add('credential of the shop', decodeURIComponent(password))
  }
}
