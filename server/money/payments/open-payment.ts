import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { toHundredths, type Currency, type Rate } from '#contract/core/money.ts'
import { API_BASE } from '#contract/core/endpoint.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { makeReference } from '#server/platform/references.ts'
import { getUserById } from '#server/accounts/users/users.ts'
import type { Gateway, Opened, Opening } from '#connectors/gateways/gateway.ts'
import { methodOf } from '#server/money/gateways/methods.ts'
import { listReady, type Choice, type Wanted } from '#server/money/routing/choose-gateway.ts'
import { tellTrouble } from '#server/money/routing/tell-trouble.ts'
import { payPageUrl } from './page/pay-page.ts'
import * as rows from './sql.ts'
import { firstAsk } from './when-to-ask.ts'

/** The parts of the context that opening a gateway's page uses. */
export type OpenPageDeps = Pick<
  Context,
  'sql' | 'keys' | 'now' | 'log' | 'config' | 'patience' | 'gateways' | 'connectors'
>

type NewPayment = {
  userId: string
  purpose: 'order' | 'top-up'
  orderId?: string
  choice: Choice
  currency: Currency
  rate: Rate | null // null for rupees
  amount: number // in minor units of the ledger
}

const MINUTE_MS = 60_000
const LIFE_MINUTES_MIN = 17 // gateways require at least 15, by their own clocks
const LONGER_THAN_ORDER_MINUTES = 2
const REFERENCE_LENGTH = 24 // all six gateways take 25

/** Stores a payment attempt in the caller's transaction. From then on its gateway is polled. */
export async function preparePayment(
  ctx: Pick<Context, 'config' | 'now' | 'connectors'>,
  tx: Tx,
  { orderId, choice, amount, ...wanted }: NewPayment,
): Promise<{ id: string; reference: string }> {
  const createdAt = ctx.now()
  const lifeMinutes = ctx.config.orderExpiryMinutes + LONGER_THAN_ORDER_MINUTES
  const [id, reference] = [randomUUIDv7(), makeReference('P', REFERENCE_LENGTH)]
  await rows.insertPayment(tx, {
    ...wanted,
    amount: toHundredths(amount, wanted.currency),
    id,
    reference,
    gateway: choice.name,
    method: choice.method,
    gatewayReason: choice.reason,
    orderId: orderId ?? null,
    createdAt,
    askAt: firstAsk(createdAt),
    expiresAt: inMinutes(createdAt, Math.max(lifeMinutes, LIFE_MINUTES_MIN)),
  })
  await tellTrouble(ctx, tx, choice, wanted.currency)
  return { id, reference }
}

/** Clears the time of return, because the customer is opening the payment page again. */
export const markReopened = (tx: Tx, paymentId: string) =>
  rows.updateReturnedAt(tx, paymentId, null)

const inMinutes = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS)

const TRIES = 2 // at the only gateway, or one at each of two
const OPENING_MS = 8_600 // for all tries: the browser waits ten seconds, and part of that is already used
const CLAIM_SECONDS = 10
const LOOK_MS = 50

type Prepared = Wanted & { paymentId: string; words: string }

/**
 * Returns the address where the customer pays. If the gateway does not open a page, a stand-in may, in the same call:
 * then `prepare` is called again to store another payment. It may also return an address itself.
 */
export async function openAtBest(
  ctx: OpenPageDeps,
  prepare: (tried: GatewayName[]) => Promise<Prepared | string>,
): Promise<string> {
  const first = await prepare([])
  if (typeof first === 'string') return first
  if (listReady(ctx, await ctx.gateways(), first).length < 2)
    return openPage(ctx, { ...first, tries: TRIES })
  try {
    return await openPage(ctx, { ...first, tries: 1 })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'PAYMENT_PAGE_UNREACHABLE') throw error
    const { gateway } = (await rows.selectPayment(ctx.sql, first.paymentId))!
    const next = await prepare([gateway])
    return typeof next === 'string' ? next : openPage(ctx, { ...next, tries: 1 })
  }
}

type PageWanted = Prepared & { tries: number }

/**
 * Returns the address where the customer pays. One caller at a time asks the gateway for it, always with the same
 * reference. The others wait for the result. Without a page the payment has failed, but is still polled.
 */
async function openPage(
  ctx: OpenPageDeps,
  { paymentId, words, tries }: Omit<PageWanted, keyof Wanted>,
): Promise<string> {
  const until = performance.now() + OPENING_MS * ctx.patience
  while (performance.now() < until) {
    const claimed = await rows.claimOpening(ctx.sql, paymentId, CLAIM_SECONDS)
    if (claimed) return open(ctx, claimed, { words, tries })
    const payment = await rows.selectPayment(ctx.sql, paymentId)
    if (!payment) throw new Refusal('NO_SUCH_PAYMENT')
    if (payment.page) return toUrl(ctx, payment)
    if (payment.state !== 'open') throw new Refusal('PAYMENT_PAGE_UNREACHABLE')
    await sleep(LOOK_MS)
  }
  throw new Refusal('BUSY', { retryAfterSeconds: 2 }) // the next try finds the page that the other caller got
}

type Limits = Pick<PageWanted, 'words' | 'tries'>

async function open(
  ctx: OpenPageDeps,
  payment: rows.PaymentRow,
  { words, tries }: Limits,
): Promise<string> {
  const { id, gateway: name } = payment
  const { byName, upiCodes } = await ctx.gateways()
  const opening = await toOpening(ctx, payment, { words, upiCodes })
  const gateway = byName.get(name)
  const opened = gateway && (await tryToOpen(ctx, gateway, { opening, tries }))
  if (!opened) {
    await rows.updateState(ctx.sql, { id, state: 'failed', now: ctx.now() })
    throw new Refusal('PAYMENT_PAGE_UNREACHABLE')
  }
  const { expiresAt } = opening
  await rows.updateOpened(ctx.sql, { id, expiresAt, ...opened })
  return toUrl(ctx, (await rows.selectPayment(ctx.sql, id))!)
}

async function toOpening(
  ctx: Pick<Context, 'sql' | 'config' | 'now'>,
  payment: rows.PaymentRow,
  { words, upiCodes }: { words: string; upiCodes: GatewayName[] },
): Promise<Opening> {
  const { userId, reference, amount, currency, gateway, expiresAt } = payment
  const method = methodOf(payment)
  const { id, fullName, email, phone } = await getUserById(ctx, userId)
  const api = `${ctx.config.publicUrl}${API_BASE}`
  const expiresMin = inMinutes(ctx.now(), LIFE_MINUTES_MIN)
  return {
    reference,
    amount,
    currency,
    method,
    words: toPlainWords(words),
    customer: { id, fullName, email, phone },
    returnUrl: `${api}/return/${gateway}?reference=${reference}`,
    webhookUrl: `${api}/webhook/${gateway}`,
    expiresAt: expiresAt > expiresMin ? expiresAt : expiresMin,
    wantsUpiCode: method === 'upi' && upiCodes.includes(gateway),
  }
}

const WORDS_MAX = 80

/** Keeps plain characters only. Some gateways refuse others, and some sign them wrongly. */
const toPlainWords = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 .,-]+/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, WORDS_MAX) || 'Payment'

/** Null if the gateway gave no answer in time. */
async function tryToOpen(
  { log }: Pick<Context, 'log'>,
  gateway: Gateway,
  { opening, tries }: { opening: Opening; tries: number },
): Promise<Opened | null> {
  const tooLate = sleep((OPENING_MS * tries) / TRIES, null, { ref: false })
  for (let tried = 0; tried < tries; tried++) {
    try {
      return await Promise.race([gateway.open(opening), tooLate])
    } catch (error) {
      const { reference } = opening
      log.warn({ err: error, reference, tried: tried + 1 }, 'payment page cannot be opened')
    }
  }
  return null
}

const toUrl = (
  ctx: Pick<Context, 'keys' | 'config'>,
  { id, gateway, expiresAt, page }: rows.PaymentRow,
): string => (page?.is === 'link' ? page.url : payPageUrl(ctx, { id, gateway, expiresAt }))
