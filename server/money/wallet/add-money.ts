import { z } from 'zod'
import { formatMoney } from '#contract/core/money.ts'
import * as contract from '#contract/money/wallet.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import {
  forgetAnswer,
  keepFirst,
  orFirstAnswer,
  toRequest,
  type Request,
} from '#server/platform/idempotency/idempotency.ts'
import { refuseMissing } from '#server/money/payments/customer-needs.ts'
import { openAtBest, preparePayment } from '#server/money/payments/open-payment.ts'
import { chooseGateway } from '#server/money/routing/choose-gateway.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import { refuseWhileClosed } from '#server/catalogue/settings/website.ts'
import { requireAge } from '#server/accounts/consent/age.ts'
import { lockUser } from '#server/accounts/users/users.ts'

const Kept = z.object({ paymentId: z.string() })
const WORDS = 'Money for your wallet'

/**
 * Keeps the payment under the idempotency key, not its page. A page whose address was lost can then be opened again.
 */
export const addMoney: Handler<typeof contract.addMoney> = async (ctx, input, caller, visit) => {
  await refuseWhileClosed(ctx, caller)
  const { idempotencyKey, amount } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const endpoint = contract.addMoney
  const request = toRequest({ endpoint, callerId: caller.id, key, input: { amount } })
  let answer: unknown
  const forget = async () => {
    if (request) await ctx.sql.begin((tx) => forgetAnswer(tx, request, answer))
  }
  const prepareNext = async (tried: GatewayName[]) => {
    if (tried.length > 0) await forget()
    const topUp = { caller, amount, request, tried }
    answer = await orFirstAnswer(ctx, request, () => prepare(ctx, topUp))
    const { paymentId } = Kept.parse(answer)
    return { paymentId, words: WORDS }
  }
  try {
    return { payment_url: await openAtBest(ctx, prepareNext) }
  } catch (error) {
    const isHopeless = error instanceof Refusal && error.code === 'PAYMENT_PAGE_UNREACHABLE'
    if (isHopeless) await forget()
    throw error
  }
}

type TopUpInput = {
  caller: Caller
  amount: number
  request: Request | null
  tried: GatewayName[]
}

async function prepare(ctx: Context, topUp: TopUpInput): Promise<unknown> {
  const { caller, amount, request, tried } = topUp
  const { id: userId } = caller
  const { addMoneyMax } = ctx.config
  if (amount > addMoneyMax) {
    const message = `You can add at most ${formatMoney(addMoneyMax, 'INR')} at a time`
    throw new Refusal('AMOUNT_TOO_LARGE', { field: 'amount', message })
  }
  await requireAge(ctx, caller)
  const gateways = await ctx.gateways()
  return ctx.sql.begin(async (tx) => {
    // An account that is being deleted has no wallet. The key comes after the person, because it references their row.
    if (!(await lockUser(tx, userId))) throw new Refusal('NOT_SIGNED_IN')
    // Chosen only once the key is this call's: another one with it may just have found out that a gateway is away.
    const makeAnswer = async () => {
      const choice = await chooseGateway(ctx, tx, { gateways, userId, tried })
      await refuseMissing(tx, choice.gateway, userId)
      const payment = { userId, purpose: 'top-up', choice, amount } as const
      return { paymentId: (await preparePayment(ctx, tx, payment)).id }
    }
    return keepFirst(tx, { request, now: ctx.now(), makeAnswer })
  })
}
