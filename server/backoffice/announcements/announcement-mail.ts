import type { ShopSettings } from '#contract/catalogue/settings.ts'
import type { Context } from '#server/context.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { greet, write } from '#server/platform/mail/mails.ts'
import { writeUnsubscribeToken } from '#server/accounts/news/unsubscribe-token.ts'

type Words = { title: string; message: string; link: string }
type Reader = { userId: string; email: string; fullName: string }

/** Builds an announcement email to one person, with the unsubscribe headers of RFC 8058. */
export async function announcementMail(
  { settings, keys, config: { publicUrl } }: Pick<Context, 'settings' | 'keys' | 'config'>,
  { title, message, link }: Words,
  { userId, email, fullName }: Reader,
): Promise<Mail> {
  const { shopName, legal } = await settings()
  const query = new URLSearchParams({ token: writeUnsubscribeToken(keys, userId) })
  const mail = write({
    shopName,
    to: email,
    subject: title,
    greeting: greet(fullName),
    paragraphs: [message || title],
    link: { label: link ? 'Read more' : 'Go to the shop', url: toUrl(link, publicUrl) },
    footer: {
      lines: [
        `You’re receiving this because you have an account at ${shopName}. You’ll still get order and account emails.`,
        ...tellSender(legal),
      ],
      link: { label: 'Unsubscribe from news', url: `${publicUrl}/unsubscribe?${query}` },
    },
  })
  return {
    ...mail,
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/v1/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** Names the shop's business and address from its settings, because senders of news must identify themselves. */
function tellSender({ businessName, address }: ShopSettings['legal']): string[] {
  const words = [businessName, address.replaceAll(/\s*\n\s*/g, ', ')].filter(Boolean)
  return words.length > 0 ? [words.join(', ')] : []
}

const toUrl = (link: string, publicUrl: string): string =>
  link.startsWith('/') || link === '' ? `${publicUrl}${link}` : link
