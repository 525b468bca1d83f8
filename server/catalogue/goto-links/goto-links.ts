import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/catalogue/goto-links.ts'
import type { GotoLink } from '#contract/catalogue/goto-links.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import * as rows from './sql.ts'

export const listGotoLinks: Handler<typeof contract.listGotoLinks> = async (
  { sql, gotoLinks },
  list,
) => {
  await gotoLinks.flush()
  return (await rows.selectGotoLinks(sql, list)).map(toGotoLink)
}

export const createGotoLink: Handler<typeof contract.createGotoLink> = (
  ctx,
  { slug, url },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const id = randomUUIDv7()
    const link = await rows.insertGotoLink(tx, { id, slug, url }, now)
    return {
      action: 'create goto link',
      subject: `goto-link ${id}`,
      before: null,
      after: { slug, url },
      answer: toGotoLink(link),
    }
  })

export const editGotoLink: Handler<typeof contract.editGotoLink> = (
  ctx,
  { id, was, ...change },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = await rows.lockGotoLink(tx, id)
    if (!before) throw new Refusal('NO_SUCH_LINK')
    const subject = `goto-link ${id}`
    await refuseStale(tx, { subject, was, is: before, caller, now })
    const after = await rows.updateGotoLink(tx, id, change, now)
    return {
      action: 'edit goto link',
      subject,
      before: { slug: before.slug, url: before.url },
      after: { slug: after.slug, url: after.url },
      answer: toGotoLink(after),
    }
  })

export const deleteGotoLink: Handler<typeof contract.deleteGotoLink> = async (
  ctx,
  { id },
  caller,
  visit,
) => {
  await ctx.gotoLinks.flush()
  return changeContent(ctx, { caller, visit }, async (tx) => {
    const before = await rows.lockGotoLink(tx, id)
    if (!before) throw new Refusal('NO_SUCH_LINK')
    await rows.deleteGotoLink(tx, id)
    return {
      action: 'delete goto link',
      subject: `goto-link ${id}`,
      before: { slug: before.slug, url: before.url, clicks: before.clicks },
      after: null,
      answer: null,
    }
  })
}

const toGotoLink = ({ id, createdAt, ...rest }: rows.GotoLinkRow): GotoLink => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
})
