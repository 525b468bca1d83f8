import { nameMethod } from '#contract/orders/order-status.ts'
import { formatExactly } from '#contract/core/money.ts'
import { SHOP_TIME_ZONE } from '#contract/core/period.ts'
import { playerFacts } from '#contract/orders/player-words.ts'
import { toBill } from '#contract/catalogue/pricing.ts'
import type { Keys } from '#server/platform/config/secrets.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import type { MailShop } from '#server/platform/mail/letters.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { writeOrderLink } from '#server/accounts/guests/order-link.ts'
import { hasCode } from '#server/orders/read/find-sql.ts'
import { selectOrder, type OrderRow } from '#server/orders/read/list-sql.ts'
import { isPaidOutside } from '#server/orders/read/paid-outside.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'settings' | 'mail'>

type Message = JobPayload<'send-order-mail'>

/**
 * Skips resellers, who hear of their orders from their own systems, and customers without an email address, such as
 * deleted accounts.
 */
export async function sendOrderMail(ctx: Deps, { orderId, ...news }: Message): Promise<void> {
  const { sql, mail, config } = ctx
  const order = await selectOrder(sql, orderId)
  if (!order?.email || order.role === 'reseller') return
  const { correctionDays } = config
  const withCode = news.news === 'completed' && (await hasCode(sql, orderId))
  const { keys } = ctx
  const reader = { to: order.email, keys, ...(await readMailShop(ctx)), correctionDays, withCode }
  const isOutside = await isPaidOutside(sql, orderId)
  await mail.send(orderMail(order, { ...news, isOutside }, reader))
}

type Reader = MailShop & { to: string; keys: Keys; correctionDays: number; withCode: boolean }
type News = Omit<Message, 'orderId'> & { isOutside: boolean }

/** Leaves the code out and says only where to find it: a code is worth money, and others may read the email. */
const orderMail = (order: OrderRow, event: News, reader: Reader): Mail => {
  const { to, shopName, publicUrl, correctionDays, withCode } = reader
  return write({
    shopName,
    to,
    subject: `${SUBJECTS[event.news]}: ${order.itemName}, ${order.invoice}`,
    greeting: greet(order.fullName),
    paragraphs: [
      withCode ? WORDS_WITH_CODE : WORDS[event.news],
      ...(event.message ? [event.message] : []),
      ...(event.news === 'held' ? [tellPatience(correctionDays)] : []),
      ...tellMoney(order, event),
    ],
    facts: toFacts(order),
    link: {
      label: tellLink(event.news, withCode),
      url: order.isUnclaimed
        ? writeOrderLink(reader, order.id)
        : `${publicUrl}/dashboard/orders/${order.id}`,
    },
  })
}

function tellLink(news: News['news'], withCode: boolean): string {
  if (news === 'held') return 'Correct the player'
  return withCode ? 'Get your code' : 'See your order'
}

const SUBJECTS: Record<Message['news'], string> = {
  paid: 'Payment received',
  held: 'Please check the player',
  completed: 'Delivered',
  failed: 'Not delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

const WORDS: Record<Message['news'], string> = {
  paid: 'Thank you! Your order is paid and on its way to your player.',
  held: 'This player ID wasn’t found. Correct it on your order’s page, or take a refund there.',
  completed: 'Your order was delivered to your player. Have fun!',
  failed: 'We’re sorry, your order couldn’t be delivered.',
  cancelled: 'Your order was cancelled.',
  refunded: 'Your order was refunded.',
}

const WORDS_WITH_CODE =
  'Your order was delivered, and your code is ready. Open your order to see it. To keep the code safe, we don’t email it.'

const tellPatience = (days: number): string =>
  `If we don’t hear from you within ${days === 1 ? 'a day' : `${days} days`}, we’ll refund you automatically.`

function tellMoney(order: OrderRow, { news, refundTo, isOutside }: News): string[] {
  const { paidAt, amount, currency, paymentMethod, isUnclaimed } = order
  if (news === 'paid' || news === 'held' || news === 'completed') return []
  if (!paidAt && paymentMethod === 'upi')
    return [
      isUnclaimed
        ? 'You weren’t charged for it. If a payment is still on its way, we’ll keep it for you.'
        : 'You weren’t charged for it. If a payment is still on its way, we’ll add it to your wallet.',
    ]
  if (!paidAt || amount === 0) return ['You weren’t charged for it.']
  const given = formatExactly(amount, currency)
  if (isOutside)
    return [
      `You paid ${given} outside the shop, so it’s returned outside the shop, not to your wallet. If it doesn’t reach you, please contact support.`,
    ]
  if (refundTo === 'source') return [`${given} is on its way back to where you paid from.`]
  if (isUnclaimed)
    return [
      `We keep ${given} for you. Open your order and verify this email to spend it, or ask us to send it back.`,
    ]
  return [`${given} is back in your ${currency} wallet, ready for your next order.`]
}

function toFacts(order: OrderRow): [name: string, words: string][] {
  const { playerName, playerLabel, zoneLabel, itemPrice, amount } = order
  const couponCode = order.couponCode ?? ''
  const bill = toBill({ ...order, discount: itemPrice - amount, couponCode })
  return [
    ['Order', order.invoice],
    ['Placed', formatMoment(order.createdAt)],
    ['Game', order.gameName],
    ['Pack', order.itemName],
    ...(playerName ? [['Player', playerName] as [string, string]] : []),
    ...playerFacts({ inputFieldOne: playerLabel, inputFieldTwo: zoneLabel }, order),
    ...bill.lines.map(({ name, amount }): [string, string] => [name, amount]),
    ['Total', bill.total],
    ['Payment', tellPayment(order)],
  ]
}

function tellPayment({ paidAt, amount, paymentMethod, paymentReference, ...order }: OrderRow) {
  if (!paidAt) return 'None'
  if (amount === 0) return 'Nothing to pay'
  if (paymentMethod === 'wallet') return `From your ${order.currency} wallet, ${order.invoice}`
  return paymentReference
    ? `Reference ${paymentReference}`
    : nameMethod({ paymentMethod, ...order })
}

const MOMENT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: SHOP_TIME_ZONE,
})

const formatMoment = (moment: Date) => MOMENT.format(moment)
