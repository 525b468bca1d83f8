import { EVENT_KEPT_DAYS } from '#contract/webhooks.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { findUser } from '#server/accounts/users/users.ts'
import { selectEndpoint, type EndpointRow } from './endpoint-sql.ts'

type News = JobPayload<'send-webhook-mail'>['news']

const MOMENT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Emails a reseller that one of their webhooks is failing or disabled. */
export async function sendWebhookMail(
  ctx: Pick<Context, 'sql' | 'mail' | 'config' | 'settings'>,
  { endpointId, news }: JobPayload<'send-webhook-mail'>,
): Promise<void> {
  const endpoint = await selectEndpoint(ctx.sql, endpointId)
  const reseller = endpoint && (await findUser(ctx.sql, endpoint.userId))
  if (!reseller) return
  const { shopName, publicUrl } = await readMailShop(ctx)
  await ctx.mail.send(
    write({
      shopName,
      to: reseller.email,
      greeting: greet(reseller.fullName),
      ...LETTERS[news](endpoint),
      link: { label: 'See what was answered', url: `${publicUrl}/dashboard/api-service` },
    }),
  )
}

type Letter = { subject: string; paragraphs: string[] }

const KEPT = `What happens meanwhile is kept for ${EVENT_KEPT_DAYS} days: enable the webhook again and have it replayed.`

const LETTERS: Record<News, (endpoint: EndpointRow) => Letter> = {
  failing: ({ name, url, failingSince }) => ({
    subject: `Your webhook ${name} fails`,
    paragraphs: [
      `Since ${MOMENT.format(failingSince ?? undefined)} UTC nothing that we sent to ${url} was taken.`,
      'We go on trying. After five days without a success the webhook is disabled.',
    ],
  }),
  disabled: ({ name, url }) => ({
    subject: `Your webhook ${name} was disabled`,
    paragraphs: [`For five days nothing that we sent to ${url} was taken. We send no more.`, KEPT],
  }),
  gone: ({ name, url }) => ({
    subject: `Your webhook ${name} was disabled`,
    paragraphs: [`${url} answered 410 Gone: it wants no more of us. We send no more.`, KEPT],
  }),
}
