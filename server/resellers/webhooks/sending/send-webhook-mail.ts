import { RETENTION } from '#contract/core/retention.ts'
import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { findUser } from '#server/accounts/users/users.ts'
import { selectEndpoint, type EndpointRow } from '#server/resellers/webhooks/endpoint-sql.ts'

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
      link: { label: 'See its answers', url: `${publicUrl}/dashboard/api-service` },
    }),
  )
}

type Letter = { subject: string; paragraphs: string[] }

const KEPT = `We keep new events for ${RETENTION.event.days} days. Enable the webhook again, then replay them.`

const LETTERS: Record<News, (endpoint: EndpointRow) => Letter> = {
  failing: ({ name, url, failingSince }) => ({
    subject: `Your webhook ${name} is failing`,
    paragraphs: [
      `Since ${MOMENT.format(failingSince ?? undefined)} UTC, ${url} hasn’t accepted anything we sent.`,
      'We keep trying. After five days without a success, we’ll disable the webhook.',
    ],
  }),
  disabled: ({ name, url }) => ({
    subject: `Your webhook ${name} was disabled`,
    paragraphs: [
      `For five days, ${url} hasn’t accepted anything we sent, so we’ve stopped sending.`,
      KEPT,
    ],
  }),
  gone: ({ name, url }) => ({
    subject: `Your webhook ${name} was disabled`,
    paragraphs: [`${url} answered 410 Gone, so we’ve stopped sending.`, KEPT],
  }),
}
