import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/money/payments.ts'
import type { Difference } from '#contract/money/payments.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSettings } from '#server/catalogue/settings/settings.ts'
import * as rows from './difference-sql.ts'

/** Stores each difference between the gateway's books and ours once. */
export async function recordDifference(
  tx: Tx,
  { now, ...difference }: rows.NewDifference & { now: Date },
): Promise<void> {
  await rows.upsertDifference(tx, { id: randomUUIDv7(), foundAt: now, ...difference })
}

type Compared = { booksComparedAt: string }

export const listDifferences: Handler<typeof contract.listDifferences> = async ({ sql }, input) => {
  const { page, limit, sort, gateway, isSettled } = input
  const filter = { gateway, isSettled: isSettled && isSettled === 'yes' }
  const [found, totalDifferences, { booksComparedAt }] = await Promise.all([
    rows.selectDifferences(sql, { ...filter, limit, offset: (page - 1) * limit, sort }),
    rows.countDifferences(sql, filter),
    findSettings<Compared>(sql, ['booksComparedAt']),
  ])
  return {
    differences: found.map(toDifference),
    totalDifferences,
    comparedAt: booksComparedAt ?? null,
  }
}

export const settleDifference: Handler<typeof contract.settleDifference> = (
  ctx,
  { id, note },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const before = await rows.lockDifference(tx, id)
    if (!before) throw new Refusal('NO_SUCH_DIFFERENCE')
    const after = await rows.settle(tx, { id, settledBy: caller.id, note, now })
    return {
      action: 'settle difference',
      subject: `difference ${before.gateway} ${before.reference}`,
      before: toWords(before),
      after: toWords(after),
      answer: toDifference(after),
    }
  })

const toWords = ({ kind, settledAt, note }: rows.DifferenceRow) => ({ kind, settledAt, note })

const toDifference = ({ id, foundAt, settledAt, ...rest }: rows.DifferenceRow): Difference => ({
  _id: id,
  ...rest,
  foundAt: foundAt.toISOString(),
  settledAt: settledAt?.toISOString() ?? null,
})
