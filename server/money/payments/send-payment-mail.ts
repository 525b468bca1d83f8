import { formatHundredths } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Keys } from '#server/platform/config/secrets.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import type { MailShop } from '#server/platform/mail/letters.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { writeOrderLink } from '#server/accounts/guests/order-link.ts'
import { referenceOf } from './credit-wallet.ts'
import { selectPaymentMail, type PaymentMailRow } from './payment-mail-sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'settings' | 'mail' | 'connectors'>

/** Tells customers what became of money that paid for no order. Deleted accounts get no mail. */
export async function sendPaymentMail(
  ctx: Deps,
  { captureId }: JobPayload<'send-payment-mail'>,
): Promise<void> {
  const payment = await selectPaymentMail(ctx.sql, captureId)
  if (!payment?.email) return
  const title = titleOf(ctx, payment.gateway)
  const reader = { to: payment.email, keys: ctx.keys, title, ...(await readMailShop(ctx)) }
  await ctx.mail.send(paymentMail(payment, reader))
}

type Reader = MailShop & { to: string; keys: Keys; title: string }

function paymentMail(payment: PaymentMailRow, reader: Reader): Mail {
  const { to, shopName, title } = reader
  const came = tellAmount(payment)
  const isKept = payment.settledAs === 'held' || payment.isUnclaimed
  return write({
    shopName,
    to,
    subject: isKept ? `${came} has arrived for you` : `${came} is in your wallet`,
    greeting: greet(payment.fullName),
    paragraphs: tellStory(payment, title),
    facts: toFacts(payment, title),
    link: toLink(payment, reader),
  })
}

function toLink({ purpose, reference, orderId, isUnclaimed }: PaymentMailRow, reader: Reader) {
  const wallet = `${reader.publicUrl}/dashboard/wallet`
  if (purpose === 'top-up') return { label: 'See your payment', url: `${wallet}/add/${reference}` }
  return isUnclaimed
    ? { label: 'See your order', url: writeOrderLink(reader, orderId!) }
    : { label: 'See your wallet', url: wallet }
}

function tellStory(payment: PaymentMailRow, title: string): string[] {
  const { settledAs, purpose, askedAmount, askedCurrency, invoice, currency, isUnclaimed } = payment
  const [came, asked] = [tellAmount(payment), formatHundredths(askedAmount, askedCurrency)]
  if (settledAs === 'held')
    return [
      `We received ${came} through ${title}. We asked for ${asked}, and can’t take ${currency}.`,
      'Your money is safe with us. Please contact support, so that we can send it back or agree on its value.',
    ]
  if (purpose === 'top-up')
    return settledAs === 'top-up'
      ? [`Thank you! ${came} is now in your wallet. You can spend it on anything in the shop.`]
      : [`We asked for ${asked} and received ${came}. All of it is in your wallet.`]
  if (settledAs === 'late')
    return [
      `Your payment of ${came} for order ${invoice} arrived after the order had ended.`,
      isUnclaimed
        ? KEPT
        : 'The money is in your wallet. If you still want what you ordered, you can pay for it from there.',
    ]
  if (settledAs === 'second')
    return [
      `We received another payment of ${came} for order ${invoice}, which was already paid.`,
      isUnclaimed ? KEPT : 'The money is in your wallet, ready for another order.',
    ]
  return [
    `Order ${invoice} costs ${asked}, but we received ${came}. So we cancelled the order.`,
    isUnclaimed ? KEPT : 'The money is in your wallet, so you can order again from there.',
  ]
}

/** Guests have a wallet after they have proven their email. */
const KEPT =
  'We keep the money for you. Open your order and verify this email to spend it, or ask us to send it back.'

const toFacts = (payment: PaymentMailRow, title: string): [name: string, words: string][] => [
  ['Payment', payment.reference],
  ['UTR', referenceOf(payment)],
  ['Through', title],
  ...(payment.invoice ? [['Order', payment.invoice] as [string, string]] : []),
  ['Amount', tellAmount(payment)],
]

const tellAmount = ({ amount, currency }: PaymentMailRow): string =>
  formatHundredths(amount, currency)
