import type * as contract from '#contract/accounts/newsletter.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectNews, updateNews, type NewsRow } from './news-sql.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

export { findReader } from './news-sql.ts'

export const getNewsByMail: Handler<typeof contract.getNewsByMail> = async (
  { sql },
  _input,
  caller,
) => toNews(await selectNews(sql, caller.id))

export const editNewsByMail: Handler<typeof contract.editNewsByMail> = async (
  { sql, now },
  { isOn },
  { id: userId },
) => toNews(await updateNews(sql, { userId, isOn, source: 'account', now: now() }))

export const findNewsOfLink: Handler<typeof contract.findNewsOfLink> = async (ctx, { token }) =>
  toNewsOfAddress(await selectNews(ctx.sql, getOwner(ctx, token)))

export const editNewsOfLink: Handler<typeof contract.editNewsOfLink> = async (
  ctx,
  { token, isOn },
) =>
  toNewsOfAddress(
    await updateNews(ctx.sql, {
      userId: getOwner(ctx, token),
      isOn,
      source: 'newsletter',
      now: ctx.now(),
    }),
  )

export const unsubscribeAtOnce: Handler<typeof contract.unsubscribeAtOnce> = async (
  ctx,
  { token },
  _caller,
  { raw },
) => {
  const userId = getOwner(ctx, token)
  if (!isOneClick(raw!.body)) throw new Refusal('BAD_INPUT')
  if (!(await updateNews(ctx.sql, { userId, isOn: false, source: 'newsletter', now: ctx.now() })))
    throw new Refusal('UNSUBSCRIBE_LINK_WRONG')
  return null
}

export const openUnsubscribe: Handler<typeof contract.openUnsubscribe> = async (_ctx, { token }) =>
  `/unsubscribe?${new URLSearchParams({ token })}`

/** RFC 8058 allows both encodings of a form. */
const isOneClick = (body: Buffer): boolean =>
  /List-Unsubscribe"?(=|\s*\r?\n\r?\n)One-Click/i.test(body.toString('latin1'))

function getOwner({ keys }: Pick<Context, 'keys'>, token: string): string {
  const userId = readUnsubscribeToken(keys, token)
  if (!userId) throw new Refusal('UNSUBSCRIBE_LINK_WRONG')
  return userId
}

function toNews(row: NewsRow | null) {
  if (!row) throw new Refusal('NO_SUCH_USER')
  return { isOn: row.isOn }
}

function toNewsOfAddress(row: NewsRow | null) {
  if (!row) throw new Refusal('UNSUBSCRIBE_LINK_WRONG')
  return { isOn: row.isOn, email: veil(row.email) }
}

/** The owner recognizes the email. A stranger with the mail learns nothing more. */
const veil = (email: string): string => email.replace(/^(.)[^@]*@/, '$1…@')
