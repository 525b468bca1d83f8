import type { Endpoint } from '#contract/core/endpoint.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { createPerson } from '#tests/support/accounts/people.ts'
import { sendSent, toSent } from '#tests/support/calls/send-fields.ts'
import type { Fields } from '#tests/support/calls/valid-input.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { fillInput, hasField } from './fill-input.ts'
import { findChanged, fingerprint } from '#tests/chaos/audit/fingerprint.ts'
import { openForeignSetup, type ForeignSetup, type Attacker } from './foreign-setup.ts'
import { compareWithFields, findNamings, type Kind, type Naming } from './ids-of-calls.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { settleDown } from '#tests/chaos/pass-time.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'
import { whoMay } from './who-may.ts'

export type ForeignReport = {
  fields: number
  reached: number // attempts with somebody else's id, each compared with an id that belongs to nobody
  lists: number
  own: number // fields that answer differently to the owner's own id
  wrong: string[]
}

type Options = { seed: number; /** Tries one in this many ids of other kinds. */ sampled: number }
type ReadSetup = ForeignSetup & { dice: Dice; calls: [string, Endpoint][]; wrong: string[] }

const AT_ONCE = 8

/**
 * Puts every id a person owns, of any kind, into every field that takes one, as everybody who may make the call. The
 * answer must equal the one to an id that belongs to nobody, and nothing may change. No list may show these ids either.
 */
export async function readForeign(
  setup: ChaosSetup,
  { seed, sampled }: Options,
): Promise<ForeignReport> {
  const calls = await listEndpoints()
  await using stack = new AsyncDisposableStack()
  const opened = await openForeignSetup(stack, setup)
  const run = { ...opened, dice: createDice(seed), calls, wrong: compareWithFields(calls) }
  const namings = findNamings(calls)
  await settleDown(setup)
  const before = await fingerprint(setup.sql)
  let reached = 0
  for (const attacker of opened.attackers)
    for (const naming of namings.filter((one) => mayTry(attacker, one)))
      reached += await attack(run, attacker, { naming, sampled })
  let lists = 0
  for (const attacker of [NOBODY(setup), ...opened.attackers])
    lists += await readLists(run, attacker, sampled)
  const changed = findChanged(before, await fingerprint(setup.sql))
  if (changed.length > 0) run.wrong.push(`the attacks have changed ${changed}`)
  const own = await useOwn(run, namings)
  return { fields: namings.length, reached, lists, own, wrong: run.wrong }
}

const NOBODY = ({ urls }: ChaosSetup): Attacker => ({
  who: 'a visitor',
  person: createPerson(urls[0]!),
  groups: ['anybody'],
})

const mayTry = ({ groups, only }: Attacker, { call, kind }: Pick<Naming, 'call' | 'kind'>) =>
  whoMay(call).some((group) => groups.includes(group)) && (only?.includes(kind) ?? true)

type Attempt = { naming: Naming; sampled: number }

async function attack(setup: ReadSetup, attacker: Attacker, attempt: Attempt): Promise<number> {
  const { naming, sampled } = attempt
  const { owner, dice, wrong } = setup
  const own = owner.has[naming.kind] ?? []
  const others = owner.words.concat(Object.values(owner.has).flat())
  const values = [
    ...own,
    ...others.filter((one) => !own.includes(one) && dice.below(sampled) === 0),
  ]
  const strangers = values.map((value) => toStranger(value, dice))
  await sideBySide(AT_ONCE, values.length, async (index) => {
    const [value, stranger] = [values[index]!, strangers[index]!]
    const [seen, expected] = [
      await ask(setup, attacker, naming, value),
      await ask(setup, attacker, naming, stranger),
    ]
    const what = `${attacker.who} at ${naming.call} with a ${naming.kind}`
    for (const part of ['status', 'text', 'headers'] as const)
      if (seen[part] !== expected[part])
        wrong.push(
          `${what}: ${seen.status} ${seen.text.slice(0, 200)}, nobody's: ${expected.status} ${expected.text.slice(0, 200)}`,
        )
    tellOfWords(setup, what, { text: seen.text, sent: value })
  })
  return values.length
}

/** Removes the id from the answer, so that an answer that repeats it is no difference. */
async function ask(
  setup: ReadSetup,
  { person }: Attacker,
  { endpoint, field }: Naming,
  value: string,
): Promise<ReadReply> {
  const { base, adminSetup, dice } = setup
  const sent = toSent(endpoint, { ...fillInput(endpoint, base), [field]: value })
  const answer = await sendSent({ ...person, url: dice.pick(adminSetup.urls) }, sent)
  const headers = [...answer.headers].filter(([name]) => !OF_THE_CALL.test(name))
  const text = answer.text.replace(/,?"requestId":"[^"]*"/, '').replaceAll(value, '…')
  return { status: answer.status, text, headers: headers.join('\n') }
}

/** The parts of an answer that are comparable: everything that does not change with every call. */
type ReadReply = { status: number; text: string; headers: string }

const OF_THE_CALL = /^(date|x-request-id|ratelimit-.*|etag|content-length)$/

const ALPHABETS = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** An id that looks alike and belongs to nobody. */
const toStranger = (value: string, dice: Dice): string =>
  value.replace(/[0-9a-z](?=.{0,11}$)/gi, (one) =>
    dice.pick(ALPHABETS.find((alphabet) => alphabet.includes(one))!.split('')),
  )

/** Searches all lists a person can read for what belongs to others. */
async function readLists(setup: ReadSetup, attacker: Attacker, sampled: number): Promise<number> {
  const { calls, owner, base, dice } = setup
  const groups = [...attacker.groups, 'anybody']
  const isOffice = groups.includes('all who work here') // staff may see what belongs to customers
  const lists = calls.filter(
    ([name, { method, stream, redirect }]) =>
      method === 'GET' &&
      !stream &&
      !redirect &&
      whoMay(name).some((group) => groups.includes(group)),
  )
  if (isOffice) return 0
  const words = owner.words.filter(() => dice.below(sampled) === 0)
  await sideBySide(AT_ONCE, lists.length, async (index) => {
    const [name, endpoint] = lists[index]!
    const asked: Fields[] = [{}]
    if (hasField(endpoint, 'search')) asked.push(...words.map((search) => ({ search })))
    for (const more of asked) {
      const person = { ...attacker.person, url: dice.pick(setup.adminSetup.urls) }
      const { text } = await sendSent(
        person,
        toSent(endpoint, { ...fillInput(endpoint, base), ...more }),
      )
      tellOfWords(setup, `${attacker.who} at ${name}`, { text, sent: String(more['search'] ?? '') })
    }
  })
  return lists.length
}

function tellOfWords(
  { owner, wrong }: ReadSetup,
  what: string,
  answer: { text: string; sent: string },
) {
  for (const word of owner.words)
    if (word !== answer.sent && answer.text.includes(word))
      wrong.push(`${what} gets to see ${word}`)
}

/** Proves that the calls work at all: the owner's own id is answered differently from nobody's. */
async function useOwn(setup: ReadSetup, namings: Naming[]): Promise<number> {
  const { owner, owners, wrong, dice } = setup
  const byHarm = ['GET', 'PUT', 'POST', 'DELETE']
  const ordered = namings.toSorted(
    (one, other) => byHarm.indexOf(one.endpoint.method) - byHarm.indexOf(other.endpoint.method),
  )
  const deleted = new Map<Kind, number>()
  let own = 0
  for (const naming of ordered) {
    const attacker = owners.find((one) => mayTry(one, naming))!
    const nth = deleted.get(naming.kind) ?? 0
    if (naming.endpoint.method === 'DELETE') deleted.set(naming.kind, nth + 1)
    const value = owner.has[naming.kind]?.[nth]
    if (!value) {
      wrong.push(`nobody has a ${naming.kind}`)
      continue
    }
    const nobodys = await ask(setup, attacker, naming, toStranger(value, dice))
    const answer = await ask(setup, attacker, naming, value)
    if (answer.status !== nobodys.status || answer.text !== nobodys.text) own++
    else wrong.push(`${naming.call} knows no own ${naming.kind}: ${answer.text.slice(0, 200)}`)
  }
  return own
}
