import { randomUUID } from 'node:crypto'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import { formatMoney, nameOf, type Currency } from '#contract/core/money.ts'
import * as contract from '#contract/money/wallet.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import { requireBooks } from '#server/catalogue/exchange-rate/rates.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { answerOnce } from '#server/platform/idempotency/idempotency.ts'
import { getBalances, listOthers, moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { aloneMaxOf, findAloneRest } from '#server/money/adjustments/alone-limit.ts'
import { insertReason, lockAdjustments } from '#server/money/adjustments/sql.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'rates'>

export const giftBalance: Handler<typeof contract.giftBalance> = (ctx, input, caller, visit) =>
  gift(ctx, { endpoint: contract.giftBalance, currency: 'INR', input, caller, visit })

export const giftForeignBalance: Handler<typeof contract.giftForeignBalance> = (
  ctx,
  input,
  caller,
  visit,
) => {
  const { currency = 'USD' } = input
  return gift(ctx, { endpoint: contract.giftForeignBalance, currency, input, caller, visit })
}

type GiftCall = typeof contract.giftBalance | typeof contract.giftForeignBalance

type Gift = {
  endpoint: GiftCall & Endpoint
  currency: Currency
  input: Input<GiftCall>
  caller: Caller
  visit: Visit
}

async function gift(ctx: Deps, { endpoint, currency, input, caller, visit }: Gift) {
  requireBooks(await ctx.rates(), currency, input.amount)
  const { idempotencyKey, ...request } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  return answerOnce(ctx, { endpoint, callerId: caller.id, key, input: request }, (tx) =>
    give(ctx, tx, { ...request, currency, caller, visit, key: key ?? randomUUID() }),
  )
}

type GiftInput = {
  userId: string
  amount: number
  reason?: string
  currency: Currency
  caller: Caller
  visit: Visit
  key: string
}

async function give(
  ctx: Pick<Context, 'now' | 'log' | 'config'>,
  tx: Tx,
  input: GiftInput,
): Promise<Output<GiftCall>> {
  const { userId, amount, reason, currency, caller, visit } = input
  const key = `gift:${currency}:${caller.id}:${input.key}`
  const now = ctx.now()
  await lockAdjustments(tx)
  // A gift would be lost with an account that is being deleted.
  if (!(await lockUser(tx, userId))) throw new Refusal('NO_SUCH_USER')
  const { isRepeat, balances, reference } = await moveMoney(ctx, tx, {
    key,
    kind: 'gift',
    lines: [{ from: 'house:gifts', to: walletOf(userId), currency, amount }],
    now,
  })
  if (!isRepeat) {
    await refuseAboveLimit(ctx, tx, { askedBy: caller.id, currency, now })
    if (reason !== undefined) await insertReason(tx, { key, reason })
    const after = balances[0]!.to!
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: currency === 'INR' ? 'gift balance' : `gift ${currency} balance`,
      subject: `user ${userId}`,
      before: { balance: after - amount },
      after: { balance: after, amount, currency, UTR: reference, ...(reason && { reason }) },
      now,
    })
  }
  const all = await getBalances(tx, userId)
  return { balance: all.INR, USDbalance: all.USD, otherBalances: listOthers(all) }
}

type Giver = { askedBy: string; currency: Currency; now: Date }

/** Runs after the gift was booked, so that it counts itself, and a repeat of an earlier gift is never refused. */
async function refuseAboveLimit(ctx: Pick<Context, 'config'>, tx: Tx, giver: Giver): Promise<void> {
  if ((await findAloneRest(ctx, tx, giver)) >= 0) return
  const { currency } = giver
  const max = aloneMaxOf(ctx, currency)
  const needing =
    max === 0
      ? `Gifts in ${nameOf(currency)} need`
      : `Gifts and adjustments above ${formatMoney(max, currency)} in 24 hours need`
  const message = `${needing} a second administrator. Use an adjustment instead`
  throw new Refusal('GIFT_ABOVE_LIMIT', { field: 'amount', message })
}
