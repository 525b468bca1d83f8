import { formatBalance, formatHundredths, type Currency } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { selectDisputeMail } from './list-sql.ts'

/** Tells customers what a dispute does to their wallet. Deleted accounts get no mail. */
export async function sendDisputeMail(
  ctx: Pick<Context, 'sql' | 'config' | 'settings' | 'mail'>,
  { disputeId, news }: JobPayload<'send-dispute-mail'>,
): Promise<void> {
  const dispute = await selectDisputeMail(ctx.sql, disputeId)
  if (!dispute?.email) return
  const { shopName, publicUrl } = await readMailShop(ctx)
  const { fromWallet, balance, currency } = dispute
  const amount = formatHundredths(news === 'lost' ? fromWallet : dispute.amount, currency)
  const { subject, paragraphs } = LETTERS[news](amount, { balance, currency })
  await ctx.mail.send(
    write({
      shopName,
      to: dispute.email,
      subject,
      greeting: greet(dispute.fullName),
      paragraphs,
      facts: [
        ['Payment', dispute.reference],
        ['Amount', amount],
      ],
      link: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
    }),
  )
}

type Letter = { subject: string; paragraphs: string[] }

const LETTERS: Record<
  JobPayload<'send-dispute-mail'>['news'],
  (amount: string, wallet: { balance: number; currency: Currency }) => Letter
> = {
  held: (amount) => ({
    subject: `A payment of ${amount} is disputed`,
    paragraphs: [
      `Your bank told us that a payment of ${amount} is disputed. Until this is decided, you can’t spend ${amount} of your wallet.`,
      'If you didn’t dispute it, or want to withdraw the dispute, please contact your bank and our support.',
    ],
  }),
  free: (amount) => ({
    subject: 'The dispute of your payment has ended',
    paragraphs: [
      `The dispute of your payment of ${amount} has ended. You can spend your money again.`,
    ],
  }),
  lost: (amount, { balance, currency }) => ({
    subject: `${amount} was taken from your wallet`,
    paragraphs: [
      `Your bank took back your payment of ${amount}. The money was in your wallet, so we’ve taken it from there.`,
      ...(balance < 0
        ? [
            `Your wallet is now at ${formatBalance(balance, currency)}, so you can’t spend from it. Money that comes into it pays this first.`,
          ]
        : []),
      'If you think this is a mistake, please contact support.',
    ],
  }),
}
