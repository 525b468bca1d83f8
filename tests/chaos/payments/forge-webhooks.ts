import type { GatewayName } from '#contract/money/payments.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { pino } from 'pino'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { compareBooks, compareGateway } from '#tests/chaos/audit/audit-payments.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { FORGERIES, MERCHANT, REFERENCE, type ForgeryMaterial } from './forgeries.ts'
import { makeGenuine, type Genuine } from './genuine-webhooks.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { settleDown } from '#tests/chaos/pass-time.ts'
import { post, type Recorder } from './recorder.ts'
import { proofOf, sign, withText, type Sent } from './webhook-proofs.ts'

export type ForgeReport = {
  genuine: number // messages to start from
  forged: number
  kinds: number
  lies: number // authentic messages with false content
  answerMs: { forged: number[]; authentic: number[] }
  wrong: string[]
  fault: string | null
  audit: string[]
}

type Options = { forgeries: number; seed: number; lieEvery?: number }
type ForgerySetup = { setup: ChaosSetup; genuine: Genuine; dice: Dice }
type Timed = { sent: Sent; what: string; status: number; ms: number }

const AT_ONCE = 8

const msOf = ({ ms }: Timed) => ms

/**
 * Alters gateway events and sends them: none is accepted, and none leaves a trace. Then it sends false events with
 * valid signatures: they are accepted, but the shop believes only what the gateways answer when asked.
 */
export async function forgeWebhooks(
  setup: ChaosSetup,
  recorder: Recorder,
  { forgeries, seed, lieEvery = 1 }: Options,
): Promise<ForgeReport> {
  const dice = createDice(seed)
  const genuine = await makeGenuine(setup, recorder)
  const forgery = { setup, genuine, dice }
  const before = await findTraces(setup)
  const forged = await sendAll(setup, forge(forgery, forgeries))
  const after = await findTraces(setup)
  const wrong = forged
    .filter(({ status }) => status < 400 || status >= 500)
    .map(({ sent, what, status }) => `${status} for ${what}: ${describe(sent)}`)
  if (before !== after) wrong.push(`${before} before and ${after} after the forgeries`)

  const authentic = await sendAll(setup, lie(forgery, lieEvery))
  wrong.push(
    ...authentic
      .filter(isBadLie)
      .map(({ sent, what, status }) => `${status} for ${what}: ${describe(sent)}`),
  )
  await settleDown(setup) // the shop asks about every payment that was mentioned
  wrong.push(...(await findUntrue(forgery)))
  await sealLedger({ sql: setup.sql, now: () => new Date(), log: pino({ level: 'silent' }) })
  const { fault } = await verifyLedger(setup.sql)
  return {
    genuine: genuine.messages.length,
    forged: forged.length,
    kinds: new Set(forged.map(({ sent, what }) => `${sent.gateway} ${what}`)).size,
    lies: authentic.length,
    answerMs: { forged: forged.map(msOf), authentic: authentic.map(msOf) },
    wrong,
    fault,
    audit: await auditBooks(setup.sql),
  }
}

const describe = ({ gateway, headers, body }: Sent) =>
  `${gateway} ${JSON.stringify(headers)} ${body.toString().slice(0, 2_000)}`

type Attempt = { sent: Sent; what: string }

/** Applies every forgery in turn to a random message, and skips results that are still genuine. */
function forge({ genuine, dice }: ForgerySetup, count: number): Attempt[] {
  const { messages, references } = genuine
  const known: ForgeryMaterial = { dice, others: messages, references }
  const ways = Object.entries(FORGERIES)
  const all: Attempt[] = []
  for (let turn = 0; all.length < count; turn++) {
    const [what, change] = ways[turn % ways.length]!
    const sent = change(dice.pick(messages), known)
    if (!proofOf(sent.gateway).isGenuine(sent)) all.push({ sent, what })
  }
  return all
}

async function sendAll({ urls }: ChaosSetup, attempts: Attempt[]): Promise<Timed[]> {
  const done: Timed[] = []
  let next = 0
  const loops = Array.from({ length: AT_ONCE }, async () => {
    for (let at = next++; at < attempts.length; at = next++) {
      const attempt = attempts[at]!
      const startedAt = performance.now()
      const status = await post(urls[at % urls.length]!, attempt.sent)
      done.push({ ...attempt, status, ms: performance.now() - startedAt })
    }
  })
  await Promise.all(loops)
  return done
}

async function findTraces({ sql }: ChaosSetup): Promise<string> {
  const [row] = await sql`
    select (select count(*) from gateway_event) as webhooks, (select count(*) from capture) as captures,
      (select count(*) from transfer) as transfers, (select count(*) from difference) as differences,
      (select count(*) from job where name in ('apply-gateway-event', 'ask-payment', 'ask-payout')) as jobs,
      (select string_agg(state, ',' order by id) from payment) as states`
  return JSON.stringify(row)
}

const edit = (sent: Sent, what: string, change: (text: string) => string): Attempt => ({
  what,
  sent: sign(withText(sent, change(sent.body.toString()))),
})

/** Makes correctly signed events, each with a false claim about a payment. */
function lie({ genuine, dice }: ForgerySetup, every: number): Attempt[] {
  const { messages, unpaid, references } = genuine
  const anyReference = new RegExp(REFERENCE, 'g')
  const lies = messages.flatMap((sent) => [
    ...(unpaid[sent.gateway] ?? []).map((reference) =>
      edit(sent, 'an unpaid payment', (text) => text.replace(anyReference, reference)),
    ),
    edit(sent, 'a payment of somebody', (text) =>
      text.replace(anyReference, () => dice.pick(references)),
    ),
    edit(sent, 'a payment of nobody', (text) => text.replace(REFERENCE, `P${'0'.repeat(23)}`)),
    edit(sent, 'much more money', (text) => text.replace(/\b([1-9]\d{2,6})\b/g, '$1000')),
    edit(sent, 'dollars', (text) => text.replace(/INR/g, 'USD').replace(/"inr"/g, '"usd"')),
    edit(sent, 'success', (text) => text.replace(/failed|failure|FAILURE|FAILED/g, 'success')),
    edit(sent, 'another merchant', (text) => text.replace(MERCHANT, '$&X')),
    edit(sent, 'half a message', (text) => text.slice(0, text.length / 2)),
  ])
  const truths = messages.flatMap((sent) => [
    { sent, what: 'the message itself' },
    { sent, what: 'the message itself, again' },
  ])
  const mixed = [...truths, ...lies.filter((_, index) => index % every === 0)]
  return mixed.toSorted((one, other) => one.sent.body.compare(other.sent.body))
}

/** Some gateways sign the merchant's name. An event for another merchant, or without one, is refused. */
const isBadLie = ({ status, what, sent }: Timed): boolean =>
  status !== 200 && !(status === 401 && OTHERS.includes(what) && NAMED.includes(sent.gateway))
const OTHERS = ['another merchant', 'half a message']
const NAMED: GatewayName[] = ['payu', 'paytm']

/** Each payment that was made is in the books once and unchanged, and no other is. */
async function findUntrue({ setup, genuine }: ForgerySetup): Promise<string[]> {
  const { unpaid, spent, refunded } = genuine
  const nowhere = Object.values(unpaid).flat()
  const states = await setup.sql<{ reference: string; state: string; captures: number }[]>`
    select reference, state, (select count(*) from capture where payment_id = payment.id) as captures
    from payment where reference = any(${nowhere})`
  return [
    ...(await compareBooks(setup, spent)),
    ...(await compareGateway(setup, spent, refunded)),
    ...states
      .filter(({ state, captures }) => state === 'paid' || captures > 0)
      .map(({ reference }) => `${reference} was not paid, but counts as paid`),
  ]
}
