import { pathParameters, type Endpoint, type Right } from '#contract/core/endpoint.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { sendSent, toSent } from '#tests/support/calls/send-fields.ts'
import type { Fields } from '#tests/support/calls/valid-input.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { SIGNED_IN, WITH_KEYS, type Caller, type AdminSetup } from './callers.ts'
import { fillInput } from './fill-input.ts'
import { findChanged, fingerprint, untilIdle } from '#tests/chaos/audit/fingerprint.ts'
import { createDice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'
import {
  asksItself,
  compareWithCalls,
  factorFor,
  takesApiKey,
  whoMay,
  type Group,
} from './who-may.ts'

export type RolesReport = {
  callers: number
  calls: number
  tried: number
  refused: number
  wrong: string[]
}

type Answer = { status: number; code: string | undefined }
type Call = [name: string, endpoint: Endpoint]

const AT_ONCE = 8

const AT_EVERY_CALL = ['a visitor', 'a user', 'staff with no right', 'a key for everything']

/** Refusals for lack of access. Any other answer means that the caller was let in. */
const SHUT =
  /^(NOT_SIGNED_IN|ACCESS_DENIED|GUESTS_CANNOT|SECOND_FACTOR_NEEDED|API_KEY_(MISSING|UNKNOWN|SCOPE|ADDRESS))$/

type Options = {
  seed: number
  /** Tries one in this many calls, drawn anew for each caller. A few callers try all. */
  sampled: number
}

/**
 * Tries every caller at every call and compares the answers with a table written by hand. Callers without access send
 * input that others could send, and must leave no trace. Callers with access send nothing and must get as far as a
 * complaint about that.
 */
export async function tryEveryRole(
  setup: ChaosSetup,
  { seed, sampled }: Options,
): Promise<RolesReport> {
  const dice = createDice(seed)
  const calls = await listEndpoints()
  const adminSetup = await withAdmin(setup)
  const callers = Object.entries({ ...SIGNED_IN, ...WITH_KEYS })
  const report = { callers: callers.length, calls: calls.length, tried: 0, refused: 0 }
  const wrong = [...compareWithCalls(calls.map(([name]) => name)), ...compareWithContract(calls)]
  for (const [who, caller] of callers) {
    const tried = calls.filter(() => AT_EVERY_CALL.includes(who) || dice.below(sampled) === 0)
    const refused = tried.filter(([name]) => expect(caller, name) !== null)
    const others = tried.filter((call) => !refused.includes(call))
    const headers = await caller.enter(adminSetup)
    wrong.push(...(await beRefused(adminSetup, { who, caller, headers, calls: refused })))
    wrong.push(...(await passAll(adminSetup, { who, caller, headers, calls: others })))
    report.tried += tried.length
    report.refused += refused.length
  }
  return { ...report, wrong }
}

async function withAdmin(setup: ChaosSetup): Promise<AdminSetup> {
  const admin = await signUp({ url: setup.urls[0]! }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  return { ...setup, admin }
}

type Trial = { who: string; caller: Caller; headers: Record<string, string>; calls: Call[] }

async function beRefused(
  adminSetup: AdminSetup,
  { who, caller, headers, calls }: Trial,
): Promise<string[]> {
  await untilIdle(adminSetup.sql)
  const before = await fingerprint(adminSetup.sql)
  const wrong: string[] = []
  await sideBySide(AT_ONCE, calls.length, async (index) => {
    const [name, endpoint] = calls[index]!
    const url = adminSetup.urls[index % adminSetup.urls.length]!
    const answer = await callAs(url, { endpoint, fields: fillInput(endpoint), headers })
    const [status, code] = expect(caller, name)!
    if (answer.status !== status || answer.code !== code)
      wrong.push(`${who} at ${name}: ${answer.status} ${answer.code} instead of ${code}`)
  })
  const changed = findChanged(before, await fingerprint(adminSetup.sql))
  return changed.length > 0 ? [...wrong, `${who} was refused, but has changed ${changed}`] : wrong
}

async function passAll(
  adminSetup: AdminSetup,
  { who, caller, calls, ...trial }: Trial,
): Promise<string[]> {
  const wrong: string[] = []
  let { headers } = trial
  for (const [index, [name, endpoint]] of calls.entries()) {
    const url = adminSetup.urls[index % adminSetup.urls.length]!
    const answer = await callAs(url, { endpoint, fields: nothing(endpoint), headers })
    if (answer.status >= 500 || isShut(name, answer))
      wrong.push(`${who} at ${name}: ${answer.status} ${answer.code} instead of success`)
    // The call may have signed the caller out or deleted the account.
    if (answer.status === 200 && endpoint.method !== 'GET') headers = await caller.enter(adminSetup)
  }
  return wrong
}

const isShut = (name: string, { code = '' }: Answer): boolean =>
  SHUT.test(code) && !(code === 'SECOND_FACTOR_NEEDED' && asksItself(name))

/** Compares the groups and factors in the contract with the table. */
const compareWithContract = (calls: Call[]): string[] => [
  ...calls
    .filter(([name, endpoint]) => String(readGroups(endpoint)) !== String(whoMay(name).toSorted()))
    .map(([name, endpoint]) => `${name} is for ${readGroups(endpoint)} by the contract`),
  ...calls
    .filter(([name, endpoint]) => readFactor(endpoint) !== factorFor(name))
    .map(
      ([name, endpoint]) => `${name} takes a second factor ${readFactor(endpoint)} by the contract`,
    ),
]

function readFactor({ access, confirm }: Endpoint): ReturnType<typeof factorFor> {
  if (access !== 'admin') return 'none'
  return confirm ? 'shown just now' : 'shown'
}

const SCOPES = { read: 'read', orders: 'order', webhooks: 'set up webhooks' } as const

function readGroups({ access, right, scope, guests }: Endpoint): Group[] {
  if (access === 'anyone') return ['anybody']
  if (access === 'signed-in') return guests ? ['guests', 'signed in'] : ['signed in']
  if (access === 'reseller') return ['resellers']
  if (access === 'api-key') return scope ? [`programs that ${SCOPES[scope]}`] : []
  if (right === 'any') return ['all who work here']
  if (!right) return ['administrators']
  return [right]
    .flat()
    .map((one): Group => `staff for ${one as Right}`)
    .toSorted()
}

/** The expected refusal by the table, or null if the caller has access. */
function expect(caller: Caller, call: string): [status: number, code: string] | null {
  const groups = whoMay(call)
  if (groups.includes('anybody')) return null
  const isIn = caller.in?.some((group) => groups.includes(group)) ?? false
  const hasKey = caller.in?.some((group) => group.startsWith('programs')) || caller.refusal
  if (takesApiKey(call)) {
    if (!hasKey) return [401, 'API_KEY_MISSING']
    if (caller.refusal) return [caller.refusal === 'API_KEY_ADDRESS' ? 403 : 401, caller.refusal]
    return isIn ? null : [403, 'API_KEY_SCOPE']
  }
  if (caller.in === null || hasKey) return [401, 'NOT_SIGNED_IN']
  if (!isIn) return [403, caller.in.includes('guests') ? 'GUESTS_CANNOT' : 'ACCESS_DENIED']
  return hasShown(caller, call) ? null : [403, 'SECOND_FACTOR_NEEDED']
}

const ENOUGH = ['none', 'shown', 'shown just now']

function hasShown({ factor }: Caller, call: string): boolean {
  if (!factor) return true
  const shown = factor === 'unshown' ? 'none' : factor
  return ENOUGH.indexOf(shown) >= ENOUGH.indexOf(factorFor(call))
}

type TriedCall = { endpoint: Endpoint; fields: Fields; headers: Record<string, string> }

/** Only the path parameters that form an address. */
const nothing = ({ path }: Endpoint): Fields =>
  Object.fromEntries(pathParameters(path).map((name) => [name, crypto.randomUUID()]))

const FILE = new File([Buffer.from('no picture')], 'a.png', { type: 'image/png' })

async function callAs(url: string, { endpoint, fields, headers }: TriedCall): Promise<Answer> {
  const sent = toSent(endpoint, fields, FILE)
  const { status, text } = await sendSent({ url, tokens: null, headers }, sent)
  return { status, code: /"code":"(\w+)"/.exec(text)?.[1] }
}
