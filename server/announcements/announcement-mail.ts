import { SHOP_NAME } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { Mail } from '#server/notices/mailer.ts'
import { greet, write } from '#server/notices/mails.ts'
import { findSettings } from '#server/settings/settings.ts'
import { writeUnsubscribeToken } from '#server/users/unsubscribe-token.ts'

type Words = { title: string; message: string; link: string }
type Reader = { userId: string; email: string; fullName: string }

/** News as it comes to one person, with the ways to say that no more shall come: RFC 8058. */
export async function announcementMail(
  { sql, keys, config: { publicUrl } }: Pick<Context, 'sql' | 'keys' | 'config'>,
  { title, message, link }: Words,
  { userId, email, fullName }: Reader,
): Promise<Mail> {
  const query = new URLSearchParams({ token: writeUnsubscribeToken(keys, userId) })
  const mail = write({
    to: email,
    subject: title,
    greeting: greet(fullName),
    paragraphs: [message || title],
    link: { label: link ? 'Read more' : 'Go to the shop', url: toUrl(link, publicUrl) },
    footer: {
      lines: [
        `You get this because you have an account at ${SHOP_NAME}. Mail about your orders and your account comes in any case.`,
        ...(await tellSender({ sql })),
      ],
      link: { label: 'No more news by e-mail', url: `${publicUrl}/unsubscribe?${query}` },
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

type Legal = { businessName?: string; address?: string }

/** As the shop's settings have it: whoever sends news says who they are. */
async function tellSender({ sql }: Pick<Context, 'sql'>): Promise<string[]> {
  const { legal } = await findSettings<{ legal: Legal }>(sql, ['legal'])
  const words = [legal?.businessName, legal?.address?.replaceAll(/\s*\n\s*/g, ', ')].filter(Boolean)
  return words.length > 0 ? [words.join(', ')] : []
}

const toUrl = (link: string, publicUrl: string): string =>
  link.startsWith('/') || link === '' ? `${publicUrl}${link}` : link
