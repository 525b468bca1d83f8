import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/catalogue/tags.ts'
import type { Tag } from '#contract/catalogue/tags.ts'
import { violates, type Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toTag } from '#server/catalogue/games/assemble.ts'
import { browse, type Look } from '#server/catalogue/games/browse.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import { deleteTagRow, insertTag, lockTag, updateTag, type TagRow } from './tag-sql.ts'

const look: Look<Tag> = { text: ({ tagName }) => tagName, name: ({ tagName }) => tagName }

export const listTags: Handler<typeof contract.listTags> = async ({ catalog }, list) => {
  const { found, total } = browse((await catalog()).tags, list, look)
  return { tags: found, total }
}

export const listAllTags: Handler<typeof contract.listAllTags> = async ({ catalog }) =>
  browse((await catalog()).tags, { sort: 'tagName' }, look).found

export const createTag: Handler<typeof contract.createTag> = (ctx, input, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const { tagName: name, tagColor: color, tagBackground: background } = input
    const after = await insertTag(tx, { id: randomUUIDv7(), name, color, background }, now)
    const subject = `tag ${after.id}`
    return { action: 'create tag', subject, before: null, after, answer: toTag(after) }
  })

export const editTag: Handler<typeof contract.editTag> = (
  ctx,
  { id, was, ...input },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const { tagName: name, tagColor: color, tagBackground: background } = input
    const before = await getTag(tx, id)
    const subject = `tag ${id}`
    await refuseStale(tx, { subject, was, is: toTag(before), caller, now })
    const after = await updateTag(tx, id, { name, color, background }, now)
    return { action: 'edit tag', subject, before, after, answer: toTag(after) }
  })

export const deleteTag: Handler<typeof contract.deleteTag> = (ctx, { id }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx) => {
    const before = await getTag(tx, id)
    await deleteTagRow(tx, id).catch((error: unknown) => {
      throw isInUse(error) ? new Refusal('TAG_IN_USE', { cause: error }) : error
    })
    return { action: 'delete tag', subject: `tag ${id}`, before, after: null, answer: null }
  })

const isInUse = (error: unknown): boolean =>
  violates(error, 'game_tag_id_fkey') || violates(error, 'item_tag_id_fkey')

async function getTag(tx: Tx, id: string): Promise<TagRow> {
  const tag = await lockTag(tx, id)
  if (!tag) throw new Refusal('NO_SUCH_TAG')
  return tag
}
