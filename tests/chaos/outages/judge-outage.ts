import type { Outage } from './outages.ts'
import { arrivalsOf } from '#tests/chaos/audit/find-undone.ts'
import type { Kind, Load, Sample } from '#tests/chaos/load/mixed-load.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

/** Times of the fault, its repair and the moment everything was done again. */
export type Span = { before: number; broken: number; healed: number; done: number; end: number }

export type Judged = {
  /** Answer times of requests that do not need the service, in milliseconds. */
  others: { before: number[]; during: number[]; after: number[] }
  /** Refusals of requests that need the service, by answer. */
  refusals: Record<string, number>
  worstMs: number // of any answer during the fault
  /** Delivery times of orders and messages that do not need the service. */
  orderMs: number[]
  messageMs: number[]
  lastRefusalMs: number // after the repair
  faults: string[]
}

const ANSWER_MS_MAX = 10_500 // the browser gives up after ten seconds, and the machine is busy
const DONE_MS_MAX = 5_000 // for work that needs nothing that is away
const HEAL_MS_MAX = 15_000

export async function judgeOutage(
  setup: ChaosSetup,
  load: Load,
  { outage, span }: { outage: Outage; span: Span },
): Promise<Judged> {
  const within = (from: number, to: number) =>
    load.samples.filter(({ at }) => at >= from && at < to)
  const isCaught = ({ at, ms }: Sample) => at + ms >= span.broken // under way when the fault began
  const needs = ({ kind }: Sample) => outage.refuses.includes(kind)
  const others = (of: Sample[]) => of.filter((one) => !needs(one)).map(({ ms }) => ms)
  const begunBefore = within(span.before, span.broken)
  const before = begunBefore.filter((one) => !isCaught(one))
  const during = [...begunBefore.filter(isCaught), ...within(span.broken, span.healed)]
  const [healing, after] = [within(span.healed, span.done), within(span.done, span.end)]
  const refused = [...during, ...healing].filter((one) => needs(one) && one.status !== 200)
  const lastRefusal = Math.max(0, ...refused.map(({ at, ms }) => at + ms - span.healed))
  const meanwhile = await readTimes(setup, load, { outage, span })
  const slow = [...meanwhile.orderMs, ...meanwhile.messageMs].filter((ms) => ms > DONE_MS_MAX)
  const faults = [
    ...[...during, ...healing].flatMap((one) => judge(one, needs(one))),
    ...[...before, ...after].flatMap((one) => judge(one, false)),
    ...(lastRefusal > HEAL_MS_MAX ? [`refused until ${Math.round(lastRefusal)} ms later`] : []),
    ...(slow.length > 0
      ? [`${slow.length} calls that did not need it took up to ${Math.round(Math.max(...slow))} ms`]
      : []),
  ]
  return {
    others: { before: others(before), during: others(during), after: others(after) },
    refusals: count(refused),
    worstMs: Math.max(0, ...during.map(({ ms }) => ms)),
    ...meanwhile,
    lastRefusalMs: lastRefusal,
    faults,
  }
}

/** The account exists if a sign-up was sent again because its first answer was lost. */
const isAgain = ({ code }: Sample) => code === 'EMAIL_TAKEN'

function judge(sample: Sample, mayBeRefused: boolean): string[] {
  const { kind, ms, status, code, hasRetryAfter } = sample
  const answer = `${kind} answered ${status} ${code ?? ''} after ${Math.round(ms)} ms`
  if (ms > ANSWER_MS_MAX) return [`${answer}: too late`]
  if (status === 200) return []
  if (!mayBeRefused) return [`${answer}: refused needlessly`]
  if (isAgain(sample)) return []
  const isPage = code === undefined
  if (status !== 503 || isPage) return [`${answer}: not a clear refusal`]
  return code !== 'BUSY' || hasRetryAfter ? [] : [`${answer}: without Retry-After`]
}

const count = (refused: Sample[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(refused, ({ status, code }) => `${status} ${code ?? ''}`)).map(
      ([answer, all]) => [answer, all!.length],
    ),
  )

const WAITS: Partial<Record<Kind, 'orders' | 'payments'>> = {
  deliveries: 'orders',
  programs: 'orders',
  streams: 'orders',
  payments: 'payments',
}

async function readTimes(
  { sql }: ChaosSetup,
  load: Load,
  { outage, span }: { outage: Outage; span: Span },
): Promise<Pick<Judged, 'orderMs' | 'messageMs'>> {
  const isMeanwhile = ({ at }: { at: number }) => at >= span.broken && at < span.healed
  const waits = (what: Outage['holdsUp'][number]) => outage.holdsUp.includes(what)
  const orders = load.orders.filter((one) => {
    const what = WAITS[one.kind]
    return isMeanwhile(one) && what && !waits(what)
  })
  const rows = await sql<{ ms: number }[]>`
    select (extract(epoch from ended_at - coalesce(paid.at, orders.created_at)) * 1000)::float8 as ms
    from orders
      left join lateral (select min(captured_at) as at from capture join payment on payment.id = payment_id
        where order_id = orders.id) paid on true
    where ended_at is not null and (id = any(${orders.flatMap(({ id }) => id ?? [])}::uuid[])
      or id in (select order_id from payment
        where reference = any(${orders.flatMap(({ reference }) => reference ?? [])})))`
  const arrivals = arrivalsOf(load)
  const messages = load.messages.filter(
    (one) => isMeanwhile(one) && !waits(one.to.includes('@') ? 'mail' : 'sms'),
  )
  return {
    orderMs: rows.map(({ ms }) => ms),
    messageMs: messages.flatMap(({ to, at }) => (arrivals.get(to) ?? at) - at),
  }
}
