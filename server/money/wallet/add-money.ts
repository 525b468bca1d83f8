import { z } from 'zod'
import { convert, formatMoney, leastOf, type Currency } from '#contract/core/money.ts'
import * as contract from '#contract/money/wallet.ts'
import { lastRateOf, rateFor, type Rates } from '#server/catalogue/exchange-rate/rates.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
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
import type { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import { refuseFractions } from '#server/money/gateways/refuse-fractions.ts'
import { refuseWhileClosed } from '#server/catalogue/settings/website.ts'
import { requireAge } from '#server/accounts/consent/age.ts'
import { lockUser } from '#server/accounts/users/users.ts'

type Deps = Pick<
  Context,
  'sql' | 'now' | 'config' | 'rates' | 'settings' | 'gateways' | 'connectors'
>

const Kept = z.object({ paymentId: z.string() })
const WORDS = 'Money for your wallet'

export const addMoney: Handler<typeof contract.addMoney> = (ctx, input, caller, visit) =>
  add(ctx, { endpoint: contract.addMoney, currency: 'INR', input }, { caller, visit })

export const addForeignMoney: Handler<typeof contract.addForeignMoney> = (
  ctx,
  input,
  caller,
  visit,
) =>
  add(
    ctx,
    { endpoint: contract.addForeignMoney, currency: input.currency ?? 'USD', input },
    { caller, visit },
  )

type Adding = {
  endpoint: typeof contract.addMoney | typeof contract.addForeignMoney
  currency: Currency
  input: { amount: number; method?: GatewayMethod; idempotencyKey?: string }
}

/**
 * Keeps the payment under the idempotency key, not its page. A page whose address was lost can then be opened again.
 */
async function add(
  ctx: Context,
  { endpoint, currency, input }: Adding,
  { caller, visit }: { caller: Caller; visit: Visit },
) {
  await refuseWhileClosed(ctx, caller)
  const { idempotencyKey, ...wanted } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const request = toRequest({ endpoint, callerId: caller.id, key, input: wanted })
  let answer: unknown
  const forget = async () => {
    if (request) await ctx.sql.begin((tx) => forgetAnswer(tx, request, answer))
  }
  const prepareNext = async (tried: GatewayName[]) => {
    if (tried.length > 0) await forget()
    const topUp = { ...wanted, caller, currency, request, tried }
    answer = await orFirstAnswer(ctx, request, () => prepare(ctx, topUp))
    const { paymentId } = Kept.parse(answer)
    return { paymentId, words: WORDS, currency, method: wanted.method }
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
  currency: Currency
  amount: number
  method?: GatewayMethod
  request: Request | null
  tried: GatewayName[]
}

async function prepare(ctx: Deps, topUp: TopUpInput): Promise<unknown> {
  const { caller, currency, method, amount, request, tried } = topUp
  const { id: userId } = caller
  const rates = await ctx.rates()
  const rate = rateFor(rates, currency)
  refuseAmount(ctx, rates, { amount, currency })
  await requireAge(ctx, caller)
  const gateways = await ctx.gateways()
  return ctx.sql.begin(async (tx) => {
    // An account that is being deleted has no wallet. The key comes after the person, because it references their row.
    if (!(await lockUser(tx, userId))) throw new Refusal('NOT_SIGNED_IN')
    // Chosen only once the key is this call's: another one with it may just have found out that a gateway is away.
    const makeAnswer = async () => {
      const choice = await chooseGateway(ctx, tx, { gateways, currency, method, userId, tried })
      await refuseMissing(tx, choice.gateway, userId)
      const payment = { userId, purpose: 'top-up', choice, currency, rate, amount } as const
      return { paymentId: (await preparePayment(ctx, tx, payment)).id }
    }
    return keepFirst(tx, { request, now: ctx.now(), makeAnswer })
  })
}

type Asked = { amount: number; currency: Currency }

/** The limit is set in rupees, and converted at today's rate. */
function refuseAmount(
  { config }: Pick<Context, 'config'>,
  rates: Rates,
  { amount, currency }: Asked,
): void {
  const rate = lastRateOf(rates, currency)
  refuseFractions(amount, currency)
  const least = rate === null ? 0 : leastOf(currency, rate, lastRateOf(rates, 'USD')!)
  if (amount < least) {
    const message = `Add at least ${formatMoney(least, currency)}`
    throw new Refusal('WRONG_AMOUNT', { field: 'amount', message })
  }
  const max = convert(config.addMoneyMax, currency, rate)
  if (amount <= max) return
  const message = `You can add at most ${formatMoney(max, currency)} at a time`
  throw new Refusal('AMOUNT_TOO_LARGE', { field: 'amount', message })
}
