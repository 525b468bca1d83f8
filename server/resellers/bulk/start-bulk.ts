import { randomUUIDv7 } from 'node:crypto'
import * as contract from '#contract/resellers/bulk.ts'
import { formatExactly, toMajor } from '#contract/core/money.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { toApiCaller } from '#server/resellers/keys/to-api-caller.ts'
import { getUserById } from '#server/accounts/users/users.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { answerOnce } from '#server/platform/idempotency/idempotency.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { toBulk } from './bulk.ts'
import { checkLines, sumOf, type CheckedLine } from './check-bulk.ts'
import * as rows from './sql.ts'

const RUNNING_MAX = 3 // per person

/**
 * Checks the file again, because only lines that are valid now are placed. Writes the bulk once per key, in one
 * transaction with its job.
 */
export const startBulk: Handler<typeof contract.startBulk> = async (ctx, input, caller, visit) => {
  const { currency, isTest, name, totalMax } = input
  const { spendingLock } = await getUserById(ctx, caller.id)
  if (spendingLock !== null && !isTest) requireOwner(ctx, caller)
  const id = randomUUIDv7()
  const key = visit.idempotencyKey
  const call = { endpoint: contract.startBulk, callerId: caller.id, key, input }
  const lines = await checkLines(ctx, input, toApiCaller(caller.id, { id, isTest }))
  return answerOnce(ctx, call, async (tx) => {
    if (lines.every(({ problem }) => problem !== null)) throw new Refusal('BULK_NOTHING_FINE')
    const total = sumOf(lines)
    if (toMajor(total, currency) > totalMax) {
      const message = `The orders now cost ${formatExactly(total, currency)}. Please review them`
      throw new Refusal('PRICE_CHANGED', { message })
    }
    await rows.lockStarts(tx, caller.id)
    const running = await rows.countRunning(tx, caller.id)
    if (running >= RUNNING_MAX) throw new Refusal('TOO_MANY_BULKS')
    const now = ctx.now()
    const done = lines.filter(({ problem }) => problem !== null).length
    const own = { id, userId: caller.id, buyerAddress: visit.ip }
    const bulk = { ...own, name, currency, isTest, createdAt: now }
    await rows.insertBulk(tx, { ...bulk, done, total: lines.length })
    await rows.insertLines(
      tx,
      id,
      lines.map((line) => toRow(id, line, now)),
    )
    await enqueue(tx, 'place-bulk', { bulkId: id })
    return toBulk((await rows.selectBulk(tx, { id, userId: caller.id }))!)
  })
}

/** Gives a line without a reference one that is unique and never changes. */
const toRow = (bulkId: string, line: CheckedLine, now: Date): rows.NewLine => ({
  line: line.line,
  reference: line.reference || `bulk-${bulkId}-${line.line}`,
  productId: line.productId,
  productName: line.productName,
  playerId: line.playerId,
  zoneId: line.zoneId,
  priceMax: line.price,
  state: line.problem === null ? 'waiting' : 'refused',
  words: line.problem ?? '',
  nextAt: now,
})
