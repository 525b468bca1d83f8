import { formatHundredths } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import type { MailShop } from '#server/platform/mail/letters.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { selectPayout, type PayoutRow } from './payout-sql.ts'

/** Deleted accounts get no mail. */
export async function sendPayoutMail(
  ctx: Pick<Context, 'sql' | 'config' | 'settings' | 'mail' | 'connectors'>,
  { payoutId }: JobPayload<'send-payout-mail'>,
): Promise<void> {
  const payout = await selectPayout(ctx.sql, payoutId)
  if (!payout?.email || payout.state === 'asked') return
  const reader = {
    to: payout.email,
    title: titleOf(ctx, payout.gateway),
    ...(await readMailShop(ctx)),
  }
  await ctx.mail.send(payoutMail(payout, reader))
}

type Reader = MailShop & { to: string; title: string }

function payoutMail(payout: PayoutRow, { to, title, shopName, publicUrl }: Reader): Mail {
  const amount = formatHundredths(payout.amount, payout.currency)
  const isDone = payout.state === 'done'
  return write({
    shopName,
    to,
    subject: isDone ? `${amount} is on its way back to you` : `${amount} is back in your wallet`,
    greeting: greet(payout.fullName),
    paragraphs: isDone
      ? [
          `We’ve sent ${amount} back to where you paid from, through ${title}.`,
          'Banks take up to seven working days to show it. If it doesn’t arrive, ask your bank about the references below.',
        ]
      : [
          `We tried to send ${amount} back to where you paid from, but ${title} couldn’t do it.`,
          'The money is back in your wallet. You can spend it on anything in the shop.',
        ],
    facts: toFacts(payout),
    link: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
  })
}

const toFacts = (payout: PayoutRow): [name: string, words: string][] => [
  ['Refund', payout.reference],
  ...(payout.bankReference ? [['Bank’s reference', payout.bankReference] as [string, string]] : []),
  ['Payment', payout.paymentReference],
  ...(payout.invoice ? [['Order', payout.invoice] as [string, string]] : []),
  ['Amount', formatHundredths(payout.amount, payout.currency)],
]
