import { API_BASE, type Endpoint } from '#contract/core/endpoint.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { knownFor, type KnownIds } from '#tests/support/calls/known-values.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { sendSent, toSent, type Sent } from '#tests/support/calls/send-fields.ts'
import { validInput } from '#tests/support/calls/valid-input.ts'
import { renewCallers, type Callers } from '#tests/support/shop/whole-shop.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { hostileText, withRaw } from './hostile-values.ts'
import { inLanes, note, tell, toJudged, type Tally } from './hostile-tally.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { spoil } from './spoil-input.ts'

export type Stage = { setup: ChaosSetup; callers: Callers; known: KnownIds; tally: Tally }

type Options = { each: number; seed: number; onlyRefused: boolean }

const AT_ONCE = 8

/**
 * Calls every endpoint `each` times with spoiled input, as somebody who may call it. `onlyRefused` sends only input
 * that breaks the contract, none of which may be accepted. Returns the endpoints of which at least one call passed the
 * checks.
 */
export async function sendHostileCalls(stage: Stage, options: Options): Promise<Set<string>> {
  const { setup, callers, tally } = stage
  const dice = createDice(options.seed)
  const passed = new Set<string>()
  let isShut = false // for a caller who was let in before
  for (const [name, endpoint] of await listEndpoints()) {
    const calls = makeCalls(stage, { name, endpoint, dice, options })
    await inLanes(calls, AT_ONCE, async ({ sent, by, more, isRefused }) => {
      const body = typeof sent.body === 'string' ? sent.body.slice(0, 300) : ''
      const what = `${name} ${sent.address.slice(0, 200)} ${body}`
      try {
        const answer = await sendSent(by, sent, more)
        note(tally, what, toJudged(answer))
        if (answer.status < 400 && isRefused) tell(tally, `${what} was accepted`)
        if (!isTurnedAway(answer.text)) passed.add(name)
        isShut ||= SHUT.test(answer.text)
      } catch (error) {
        tell(tally, `${what}: ${String(error)} ${String((error as Error).cause ?? '')}`)
      }
    })
    if (isShut) await renewCallers({ ...setup, url: setup.urls[0]! }, callers)
    isShut = false
  }
  return passed
}

/** Refused before the handler ran. */
const isTurnedAway = (text: string): boolean =>
  /"code":"(BAD_INPUT|NO_SUCH_CALL|WRONG_CONTENT_TYPE)"/.test(text)

/** An earlier call signed the caller out, blocked or changed them, or closed the shop. */
const SHUT = /"code":"(NOT_SIGNED_IN|ACCESS_DENIED|API_KEY_UNKNOWN|ACCOUNT_BLOCKED|WEBSITE_CLOSED)"/

type Call = { sent: Sent; by: Person; more: Record<string, string>; isRefused: boolean }
type Making = { name: string; endpoint: Endpoint; dice: Dice; options: Options }

const TRIES = 40
const PICTURE = new File(['GIF89a'], '../a.png', { type: 'image/png' }) // its content is no picture

function makeCalls(stage: Stage, { endpoint, dice, options }: Making): Call[] {
  const calls: Call[] = []
  for (let tries = 0; calls.length < options.each && tries < options.each * TRIES; tries++) {
    const isSpoiled = options.onlyRefused || calls.length % 3 > 0
    const call = makeCall(stage, { endpoint, dice, isSpoiled })
    if (!options.onlyRefused || call.isRefused) calls.push(call)
  }
  return calls
}

type CallOptions = { endpoint: Endpoint; dice: Dice; isSpoiled: boolean }

/** Valid calls are mixed in: they create things worth attacking. */
function makeCall(
  { callers, known, setup }: Stage,
  { endpoint, dice, isSpoiled }: CallOptions,
): Call {
  const maker = { below: dice.below, known: knownFor(known) }
  const ids = known[dice.pick(Object.keys(known))] ?? []
  const good = validInput(endpoint, maker)
  const spoiling = { dice, ids: ids.length > 0 ? ids : ['1'] }
  const plain = toSent(endpoint, isSpoiled ? spoil(endpoint, good, spoiling) : good, PICTURE)
  const sent = typeof plain.body === 'string' ? { ...plain, body: withRaw(plain.body) } : plain
  const by = { ...dice.pick(callers[endpoint.access]), url: dice.pick(setup.urls) }
  return { sent, by, more: headersFrom(dice), isRefused: isRefusable(endpoint, sent) }
}

/** Returns whether the request breaks the contract. It is parsed as the shop would parse it. */
function isRefusable(endpoint: Endpoint, { address, body, type }: Sent): boolean {
  if (endpoint.body === 'raw' || endpoint.body === 'multipart') return false
  const [path = '', query = ''] = address.slice(API_BASE.length).split('?')
  const places = endpoint.path.split('/')
  const parts = path.split('/')
  const inPath = Object.fromEntries(
    places.flatMap((place, index) =>
      place.startsWith(':') ? [[place.slice(1), decodeURIComponent(parts[index]!)]] : [],
    ),
  )
  const others: unknown = type ? JSON.parse(String(body)) : readQuery(query)
  return !endpoint.input.safeParse({ ...(others as object), ...inPath }).success
}

function readQuery(query: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(query))
    fields[name] = name in fields ? [fields[name], value] : value
  return fields
}

const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'user-agent',
  'x-api-version',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-original-url',
  'x-request-id',
]

/**
 * Sometimes adds a hostile header. Characters that no client can send in a header are left to the test of raw bytes.
 */
function headersFrom(dice: Dice): Record<string, string> {
  if (!dice.isHit(0.3)) return {}
  const value = hostileText(dice)
    .replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '')
    .trim()
  return { [dice.pick(HEADERS)]: value.slice(0, 4_000) }
}
