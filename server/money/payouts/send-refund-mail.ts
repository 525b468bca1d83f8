import { formatExactly } from '#contract/core/money.ts'
import { GATEWAY_TITLES } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import type { MailShop } from '#server/platform/mail/letters.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { selectRefund, type RefundRow } from './refund-sql.ts'

/** Deleted accounts get no mail. */
export async function sendRefundMail(
  ctx: Context,
  { refundId }: JobPayload<'send-refund-mail'>,
): Promise<void> {
  const refund = await selectRefund(ctx.sql, refundId)
  if (!refund?.email || refund.state === 'asked') return
  const reader = { to: refund.email, ...(await readMailShop(ctx)) }
  await ctx.mail.send(refundMail(refund, reader))
}

type Reader = MailShop & { to: string }

function refundMail(refund: RefundRow, { to, shopName, publicUrl }: Reader): Mail {
  const amount = formatExactly(refund.amount, 'INR')
  const title = GATEWAY_TITLES[refund.gateway]
  const isDone = refund.state === 'done'
  return write({
    shopName,
    to,
    subject: isDone ? `${amount} is on its way back to you` : `${amount} is back in your wallet`,
    greeting: greet(refund.fullName),
    paragraphs: isDone
      ? [
          `We’ve sent ${amount} back to where you paid from, through ${title}.`,
          'Banks take up to seven working days to show it. If it doesn’t arrive, ask your bank about the references below.',
        ]
      : [
          `We tried to send ${amount} back to where you paid from, but ${title} couldn’t do it.`,
          'The money is back in your wallet. You can spend it on anything in the shop.',
        ],
    facts: toFacts(refund),
    link: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
  })
}

const toFacts = (refund: RefundRow): [name: string, words: string][] => [
  ['Refund', refund.reference],
  ...(refund.bankReference ? [['Bank’s reference', refund.bankReference] as [string, string]] : []),
  ['Payment', refund.paymentReference],
  ...(refund.invoice ? [['Order', refund.invoice] as [string, string]] : []),
  ['Amount', formatExactly(refund.amount, 'INR')],
]
