import { formatMoney } from '#contract/core/money.ts'
import { periodStart, SHOP_TIME_ZONE } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { CHANGES, LETTERS, type MailShop } from './letters.ts'
import type { Mail } from './mail.ts'

/** Reads the shop's name from the current settings. */
export async function readMailShop(ctx: Pick<Context, 'settings' | 'config'>): Promise<MailShop> {
  const { shopName } = await ctx.settings()
  return { shopName, publicUrl: ctx.config.publicUrl }
}

type Letter = {
  shopName: string
  to: string
  subject: string
  greeting: string
  paragraphs: string[]
  code?: string
  facts?: [name: string, words: string][]
  link?: { label: string; url: string }
  /** Small print at the end: the sender, why the mail came, and a link to unsubscribe. */
  footer?: { lines: string[]; link?: { label: string; url: string } }
}

type SentCode = {
  to: string
  code: string
  fullName: string
  purpose: string
  link?: Letter['link']
}

const CODE_USES: Record<string, string> = {
  email: 'sign in or to set a new password',
  confirm: 'confirm that it’s you',
  'own-email': 'verify your email address',
}

export const codeMail = (sent: SentCode, { shopName }: MailShop): Mail =>
  write({
    shopName,
    to: sent.to,
    subject: `${sent.code} is your ${shopName} code`,
    greeting: greet(sent.fullName),
    paragraphs: [
      `Enter this code to ${CODE_USES[sent.purpose]}. It works for 10 minutes.`,
      ...(sent.link ? ['The link below signs you in with the same code, once.'] : []),
      'Nobody from the shop will ever ask you for it. If you didn’t request a code, ignore this email.',
    ],
    code: sent.code,
    ...(sent.link && { link: sent.link }),
  })

type Prize = {
  email: string
  fullName: string
  period: string
  rank: number
  spend: number
  prize: number
  withheld: number
}

export function prizeMail(won: Prize, { shopName, publicUrl }: MailShop): Mail {
  const { email, fullName, period, rank } = won
  const [prize, spend] = [formatMoney(won.prize, 'INR'), formatMoney(won.spend, 'INR')]
  const month = MONTH.format(periodStart(period))
  return write({
    shopName,
    to: email,
    subject: `${prize} for your place on the leaderboard`,
    greeting: `Hello ${firstName(fullName)},`,
    paragraphs: [
      `The leaderboard for ${month} is closed, and you’re number ${rank}. You spent ${spend}.`,
      ...(won.withheld > 0
        ? ['Some of your orders have been refunded since, so you get the reward of a lower place.']
        : []),
      `Your reward of ${prize} is in your wallet. You can spend it on anything in the shop.`,
    ],
    link: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
  })
}

type Reclaimed = Omit<Prize, 'spend' | 'prize' | 'withheld'> & { amount: number; reason: string }

export function reclaimMail(won: Reclaimed, { shopName, publicUrl }: MailShop): Mail {
  const { email, fullName, period, rank, reason } = won
  const amount = formatMoney(won.amount, 'INR')
  return write({
    shopName,
    to: email,
    subject: `${amount} of your leaderboard prize was taken back`,
    greeting: greet(fullName),
    paragraphs: [
      `We took ${amount} out of your wallet. It was part of your prize for place ${rank} in ${MONTH.format(periodStart(period))}.`,
      `Reason: ${reason}`,
      'If you think this is a mistake, please contact support.',
    ],
    link: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
  })
}

const MONTH = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: SHOP_TIME_ZONE,
})

type Welcome = { to: string; fullName: string; link: string }

export const welcomeMail = ({ to, fullName, link }: Welcome, shop: MailShop): Mail => {
  const { subject, paragraphs } = LETTERS.welcome(shop)
  return write({
    shopName: shop.shopName,
    to,
    subject,
    greeting: greet(fullName),
    paragraphs: [
      paragraphs[0]!,
      'Verify your email address to secure your account. The link works for 3 days, in a browser where you’re signed in.',
      'If you didn’t sign up, ignore this email. Nobody can verify your address without it.',
    ],
    link: { label: 'Verify your email', url: link },
  })
}

type Notice = JobPayload<'send-notice'>

export function noticeMail({ notice, to, fullName }: Notice, shop: MailShop): Mail {
  const { shopName } = shop
  return write({ shopName, to, greeting: greet(fullName), ...LETTERS[notice](shop) })
}

type Changed = { to: string; fullName: string; changed: keyof typeof CHANGES; url: string }

export function undoMail({ to, fullName, changed, url }: Changed, { shopName }: MailShop): Mail {
  const [subject, words] = CHANGES[changed](shopName)
  return write({
    shopName,
    to,
    subject,
    greeting: greet(fullName),
    paragraphs: [
      `${words} If this was you, there’s nothing to do.`,
      'If it wasn’t you, undo the change within 7 days. Your account gets back its former email address and phone number. All devices are signed out, and the password and all API keys end.',
    ],
    link: { label: 'Undo the change', url },
  })
}

export const invitationMail = (
  { to, url }: { to: string; url: string },
  { shopName }: MailShop,
): Mail =>
  write({
    shopName,
    to,
    subject: `You’re invited to work at ${shopName}`,
    greeting: 'Hello,',
    paragraphs: [
      `An administrator of ${shopName} invites you to its back office. Log in or sign up with this email address, then accept the invitation.`,
      'The link works once, for 7 days. If you didn’t expect this email, you can ignore it.',
    ],
    link: { label: 'See the invitation', url },
  })

export const parentMail = (
  { to, child, url }: { to: string; child: string; url: string },
  { shopName }: MailShop,
): Mail =>
  write({
    shopName,
    to,
    subject: `${child} asks for your consent at ${shopName}`,
    greeting: 'Hello,',
    paragraphs: [
      `${child} is under 18, wants to buy at ${shopName}, and named you as their parent or guardian. We sell packs of in-game currency.`,
      'Purchases wait until you agree. You can withdraw your consent at any time with the same link. If you don’t know who this is, you can ignore this email.',
    ],
    link: { label: 'Read and decide', url },
  })

export const greet = (fullName: string) => `Hello ${firstName(fullName)},`

export const firstName = (fullName: string) => fullName.trim().split(/\s+/)[0] || 'there'

export function write(letter: Letter): Mail {
  const { shopName, to, subject, greeting, paragraphs, code, facts, link, footer } = letter
  const list = facts?.map(([name, words]) => `${name}: ${words}`).join('\n')
  const way = link && `${link.label}: ${link.url}`
  const small = [
    ...(footer?.lines ?? []),
    ...(footer?.link ? [`${footer.link.label}: ${footer.link.url}`] : []),
  ]
  const text = [greeting, code, ...paragraphs, list, way, shopName, ...small]
    .filter(Boolean)
    .join('\n\n')
  return { from: shopName, to, subject, text, html: toHtml(letter) }
}

// Mail programs read tables and inline styles, and little else.
const toHtml = ({
  shopName,
  subject,
  greeting,
  paragraphs,
  code,
  facts = [],
  link,
  footer,
}: Letter) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;background:#f4efe6;color:#241c33;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#fffdf9;border-radius:4px 20px 4px 4px">
<tr><td style="padding:28px 28px 0;font-weight:700;font-size:18px;color:#b4560f">&#9670; ${escape(shopName)}</td></tr>
<tr><td style="padding:20px 28px 28px">
<p style="margin:0 0 16px">${escape(greeting)}</p>
${code ? `<p style="margin:0 0 16px;font-size:34px;font-weight:700;letter-spacing:10px;font-variant-numeric:tabular-nums">${code}</p>` : ''}
${paragraphs.map((words) => `<p style="margin:0 0 16px">${escape(words)}</p>`).join('\n')}
${facts.length > 0 ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${facts.map(toRow).join('')}</table>` : ''}
${link ? `<p style="margin:24px 0 0"><a href="${escape(link.url)}" style="display:inline-block;padding:12px 20px;background:#f0a03c;color:#241c33;font-weight:600;text-decoration:none;border-radius:4px 14px 4px 4px">${escape(link.label)}</a></p>` : ''}
</td></tr>
</table>
${footer ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px"><tr><td style="padding:20px 28px;font-size:13px;color:#5e5470">${footer.lines.map((words) => `<p style="margin:0 0 8px">${escape(words)}</p>`).join('\n')}${footer.link ? `<p style="margin:0"><a href="${escape(footer.link.url)}" style="color:#5e5470">${escape(footer.link.label)}</a></p>` : ''}</td></tr></table>` : ''}
</td></tr></table>
</body>
</html>`

const toRow = ([name, words]: [string, string]) =>
  `<tr><td style="padding:4px 12px 4px 0;color:#6b6078;vertical-align:top">${escape(name)}</td><td style="padding:4px 0;text-align:right">${escape(words)}</td></tr>`

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
