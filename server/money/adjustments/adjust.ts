import { randomUUIDv7 } from 'node:crypto'
import type { Input, Output } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/money.ts'
import * as contract from '#contract/money/adjustments.ts'
import { requireBooks } from '#server/catalogue/exchange-rate/rates.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { raiseAlert } from '#server/platform/alerts/alerts.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { answerOnce } from '#server/platform/idempotency/idempotency.ts'
import { findAloneRest } from './alone-limit.ts'
import { moveAdjustment, WAITING_ALERT } from './move.ts'
import { insertAdjustment, lockAdjustments, selectAdjustment } from './sql.ts'
import { toAdjustment } from './to-adjustment.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'rates'>

type AdjustCall = typeof contract.adjustBalance | typeof contract.adjustForeignBalance
type By = { caller: Caller; visit: Visit }

export const adjustBalance: Handler<typeof contract.adjustBalance> = (ctx, input, caller, visit) =>
  answer(ctx, { endpoint: contract.adjustBalance, input, currency: 'INR' }, { caller, visit })

export const adjustForeignBalance: Handler<typeof contract.adjustForeignBalance> = (
  ctx,
  input,
  caller,
  visit,
) => {
  const { currency = 'USD' } = input
  return answer(
    ctx,
    { endpoint: contract.adjustForeignBalance, input, currency },
    { caller, visit },
  )
}

type Asked = { endpoint: AdjustCall; currency: Currency; input: Input<AdjustCall> }

async function answer(ctx: Deps, { endpoint, currency, input }: Asked, by: By) {
  requireBooks(await ctx.rates(), currency, input.amount)
  const { idempotencyKey, ...request } = input
  const key = by.visit.idempotencyKey ?? idempotencyKey ?? null
  const call = { endpoint, callerId: by.caller.id, key, input: request }
  return answerOnce(ctx, call, (tx) => adjust(ctx, tx, { ...request, currency }, by))
}

type AdjustInput = {
  userId: string
  currency: Currency
  amount: number
  reason: string
  note: string
}

async function adjust(
  ctx: Pick<Context, 'now' | 'log' | 'config'>,
  tx: Tx,
  input: AdjustInput,
  { caller, visit }: By,
): Promise<Output<AdjustCall>> {
  if (input.userId === caller.id) throw new Refusal('OWN_WALLET')
  await lockAdjustments(tx)
  if (!(await lockUser(tx, input.userId))) throw new Refusal('NO_SUCH_USER')
  const now = ctx.now()
  const { id: askedBy } = caller
  const rest = await findAloneRest(ctx, tx, { askedBy, currency: input.currency, now })
  const isAlone = Math.abs(input.amount) <= rest
  const id = randomUUIDv7()
  await insertAdjustment(tx, {
    ...input,
    id,
    state: isAlone ? 'done' : 'waiting',
    askedBy,
    askedAt: now,
    decidedBy: isAlone ? askedBy : null,
    decidedAt: isAlone ? now : null,
  })
  if (isAlone) await moveAdjustment(ctx, tx, { id, ...input, now }, { caller, visit })
  else await askForApproval(ctx, tx, { id, ...input, now }, { caller, visit })
  return toAdjustment(await selectAdjustment(tx, id), caller)
}

type Waiting = AdjustInput & { id: string; now: Date }

async function askForApproval(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { id, now, userId, currency, amount, reason, note }: Waiting,
  { caller, visit }: By,
): Promise<void> {
  await recordAction(tx, {
    callerId: caller.id,
    address: visit.address,
    action: 'ask for adjustment',
    subject: `user ${userId}`,
    before: null,
    after: { adjustment: id, currency, amount, reason, note },
    now,
  })
  await raiseAlert(ctx, tx, {
    key: WAITING_ALERT,
    words: 'An adjustment of a wallet waits for your approval',
    path: '/admin/adjustments?state=waiting',
  })
}
