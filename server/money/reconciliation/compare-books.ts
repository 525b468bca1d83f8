import type { GatewayName } from '#contract/money/payments.ts'
import type * as contract from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { putSetting } from '#server/catalogue/settings/settings.ts'
import * as rows from './books-sql.ts'
import { comparePayment, overdue, type Books, type Report } from './compare-payment.ts'
import type { FoundDifference } from './compare-rules.ts'
import { recordDifference } from '#server/money/differences/differences.ts'
import {
  selectOpenDifferences,
  settleHealed,
  type OpenDifference,
} from '#server/money/differences/difference-sql.ts'
import type { Booked, Gateway } from '#connectors/gateways/gateway.ts'
import { selectRefundedPayments } from '#server/money/settlements/settlements.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WINDOW_MS = 3 * DAY_MS
/** Ages at which a gateway that lists no refunds is asked whether it sent a payment back. */
const LATER_DAYS = [7, 30, 90, 180]
const YOUNG_MS = 10 * MINUTE_MS
const FOLLOW_UP_MS = 2 * MINUTE_MS
const BATCH = 100
const AT_ONCE = 4
const FAILURES_MAX = 10

export const compareBooks: Handler<typeof contract.compareBooks> = async ({ sql }) => {
  await sql.begin((tx) => enqueue(tx, 'reconcile', { isFollowUp: false }, { key: 'reconcile' }))
  return null
}

/** Compares our books with those of each gateway. A second run, a little later, checks what was corrected. */
export async function compareAllBooks(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'gateways'>,
  { isFollowUp }: JobPayload<'reconcile'>,
): Promise<void> {
  const now = ctx.now()
  const { byName } = await ctx.gateways()
  await recordWaitingRefunds(ctx)
  let [good, bad, mended] = [0, 0, 0]
  for (const [name, gateway] of byName) {
    try {
      const isMended = await compareGateway(ctx, { name, gateway, now, isFollowUp })
      good += 1
      mended += Number(isMended)
    } catch (error) {
      bad += 1
      ctx.log.error({ err: error, gateway: name }, 'books of a gateway not compared')
    }
  }
  if (isFollowUp) return
  await ctx.sql.begin(async (tx) => {
    if (good > 0 || bad === 0) await putSetting(tx, 'booksComparedAt', now.toISOString(), now)
    const runAt = new Date(now.getTime() + FOLLOW_UP_MS)
    if (mended > 0)
      await enqueue(tx, 'reconcile', { isFollowUp: true }, { key: 'compare-mended', runAt })
  })
}

/** Records overdue refunds that could not be sent, for example without credentials. */
const recordWaitingRefunds = ({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> =>
  sql.begin(async (tx) => {
    for (const waiting of await rows.selectUnsentPayouts(tx, overdue(now()))) {
      const { gateway, reference, amount, currency } = waiting
      await recordDifference(tx, {
        gateway,
        reference,
        kind: 'refund missing there',
        ours: amount,
        theirs: null,
        currency,
        now: now(),
      })
    }
  })

type Side = { name: GatewayName; gateway: Gateway; now: Date; isFollowUp: boolean }

/** Returns true if a correction has begun. */
async function compareGateway(
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  side: Side,
): Promise<boolean> {
  const { name, gateway, now, isFollowUp } = side
  const [from, to] = [new Date(now.getTime() - WINDOW_MS), new Date(now.getTime() - YOUNG_MS)]
  const listed = isFollowUp ? [] : ((await gateway.listCaptured?.(from, to)) ?? [])
  const open = await selectOpenDifferences(ctx.sql, name)
  const { ids: listedIds, strangers } = await recognise(ctx, name, listed)
  const named = await rows.selectPaymentsNamed(
    ctx.sql,
    name,
    open.map(({ reference }) => reference),
  )
  const recent = isFollowUp ? [] : await rows.selectPaymentsOf(ctx.sql, { gateway: name, from, to })
  const refunded = isFollowUp ? [] : ((await gateway.listRefunded?.(from, to)) ?? [])
  const asksRefunds = !isFollowUp && gateway.askRefunded
  const settled = asksRefunds ? await selectRefundedPayments(ctx.sql, name, from) : []
  const older = await rows.selectPaymentsNamed(
    ctx.sql,
    name,
    [...refunded, ...settled].map(({ captureId }) => captureId),
  )
  const later = asksRefunds ? await selectLater(ctx, name, now) : []
  const mentioned = asksRefunds
    ? await rows.selectOlderMentioned(ctx.sql, { gateway: name, from, to })
    : []
  const ids = new Set([
    ...[...recent, ...named, ...older, ...later, ...mentioned].map(({ id }) => id),
    ...listedIds,
  ])

  const byId = new Map([...refunded, ...listed].map((booked) => [booked.captureId, booked]))
  const tally = createTally(ctx, name, open)
  await compareAll(ctx, { gateway, listed: byId, before: to }, { ids: [...ids], tally })
  await tally.add({
    found: strangers.filter(({ captureId }) => !tally.seen.has(captureId)).map(toStranger),
    looked: [],
    seen: [],
    isMended: false,
  })
  await tally.settleHealed()
  return tally.isMended()
}

const selectLater = async ({ sql }: Pick<Context, 'sql'>, gateway: GatewayName, now: Date) => {
  const days = LATER_DAYS.map((age) => new Date(now.getTime() - age * DAY_MS))
  const found = days.map((to) =>
    rows.selectPaymentsOf(sql, { gateway, from: new Date(to.getTime() - DAY_MS), to }),
  )
  return (await Promise.all(found)).flat()
}

const toStranger = ({ reference, captureId, amount, currency }: Booked): FoundDifference => ({
  reference: reference ?? captureId,
  kind: 'missing here',
  ours: null,
  theirs: amount,
  currency,
})

/**
 * Finds our payments for listed captures that we have not recorded. Strangers are captures that belong to no payment of
 * ours.
 */
async function recognise({ sql }: Pick<Context, 'sql'>, name: GatewayName, listed: Booked[]) {
  const ids: string[] = []
  const strangers: Booked[] = []
  for (const batch of batches(listed)) {
    const names = batch.flatMap(({ captureId, reference }) => [captureId, reference ?? []].flat())
    const known = await rows.selectPaymentsNamed(sql, name, names)
    const owners = new Map(known.map((one) => [one.name, one.id]))
    for (const booked of batch) {
      if (owners.has(booked.captureId)) continue
      const owner = owners.get(booked.reference ?? '')
      if (owner) ids.push(owner)
      else strangers.push(booked)
    }
  }
  return { ids, strangers }
}

const keyOf = ({ kind, reference }: Pick<FoundDifference, 'kind' | 'reference'>) =>
  `${kind} ${reference}`

type Tally = ReturnType<typeof createTally>

/** Records differences, and tracks which of the old ones are gone. */
function createTally(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  gateway: GatewayName,
  open: OpenDifference[],
) {
  const stillOpen = new Map(open.map((difference) => [keyOf(difference), difference.id]))
  const [looked, found, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let isMended = false
  return {
    seen,
    isMended: () => isMended,
    async add(report: Report): Promise<void> {
      isMended ||= report.isMended
      for (const id of report.seen) seen.add(id)
      for (const { reference, kinds } of report.looked)
        for (const kind of kinds) {
          const key = keyOf({ reference, kind })
          if (stillOpen.has(key)) looked.add(key)
        }
      if (report.found.length === 0) return
      for (const one of report.found) found.add(keyOf(one))
      await sql.begin(async (tx) => {
        for (const one of report.found) await recordDifference(tx, { gateway, ...one, now: now() })
      })
    },
    async settleHealed(): Promise<void> {
      const healed = [...looked].filter((key) => !found.has(key))
      const ids = healed.map((key) => stillOpen.get(key)!)
      const note = 'Resolved by itself: both books agree now'
      if (ids.length > 0) await settleHealed(sql, { ids, note, now: now() })
    },
  }
}

async function compareAll(
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  books: Books,
  { ids, tally }: { ids: string[]; tally: Tally },
): Promise<void> {
  let failures = 0
  for (const batch of batches(ids)) {
    const payments = await rows.selectOurPayments(ctx.sql, batch)
    await inTurns(payments, async (payment) => {
      try {
        await tally.add(await comparePayment(ctx, books, payment))
      } catch (error) {
        if (++failures > FAILURES_MAX) throw error
        ctx.log.warn({ err: error, reference: payment.reference }, 'payment not compared')
      }
    })
  }
}

/** Works on a few items at a time. */
async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

const batches = <T>(items: T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  )
