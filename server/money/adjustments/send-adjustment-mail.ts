import { formatBalance, formatExactly } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { selectAdjustmentMail } from './mail-sql.ts'

/** Tells customers that an administrator adjusted their balance. Deleted accounts get no mail. */
export async function sendAdjustmentMail(
  ctx: Pick<Context, 'sql' | 'config' | 'settings' | 'mail'>,
  { adjustmentId }: JobPayload<'send-adjustment-mail'>,
): Promise<void> {
  const adjusted = await selectAdjustmentMail(ctx.sql, adjustmentId)
  if (!adjusted?.email) return
  const { currency, amount, balance, reason, reference } = adjusted
  const { shopName, publicUrl } = await readMailShop(ctx)
  const money = formatExactly(Math.abs(amount), currency)
  const isCredit = amount > 0
  await ctx.mail.send(
    write({
      shopName,
      to: adjusted.email,
      subject: isCredit
        ? `${money} was added to your wallet`
        : `${money} was taken from your wallet`,
      greeting: greet(adjusted.fullName),
      paragraphs: [
        isCredit
          ? `We added ${money} to your wallet.`
          : `We took ${money} from your wallet to correct it.`,
        ...(balance < 0
          ? [
              `Your wallet is now ${formatExactly(-balance, currency)} below zero, so you can’t spend from it. Money that comes into it pays this first.`,
            ]
          : []),
        'If you think this is a mistake, please contact support.',
      ],
      facts: [
        ['Reason', reason],
        ['UTR', reference],
        ['Balance', formatBalance(balance, currency)],
      ],
      link: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
    }),
  )
}
