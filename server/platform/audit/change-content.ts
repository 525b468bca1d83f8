import type { RefusalCode } from '#contract/core/errors/errors.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { violates, type Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAction } from './audit.ts'

type Done<Answer> = {
  action: string
  subject: string
  before: unknown
  after: unknown
  answer: Answer
}

type Who = { caller: Caller; visit: Visit }

type Change<Answer> = (tx: Tx, now: Date) => Promise<Done<Answer>>

/** Changes the shop's content in one transaction, records it in the audit log and tells all nodes. */
export const changeContent = <Answer>(
  ctx: Pick<Context, 'sql' | 'now' | 'changes'>,
  who: Who,
  change: Change<Answer>,
): Promise<Answer> =>
  changeQuietly(ctx, who, async (tx, now) => {
    const done = await change(tx, now)
    await tellChange(ctx, tx)
    return done
  })

/** Makes a change that no visitor sees: one transaction and an entry in the audit log. */
export const changeQuietly = <Answer>(
  ctx: Pick<Context, 'sql' | 'now'>,
  { caller, visit }: Who,
  change: Change<Answer>,
): Promise<Answer> =>
  ctx.sql.begin(async (tx) => {
    const now = ctx.now()
    const { answer, ...action } = await change(tx, now).catch((error: unknown) => {
      throw toRefusal(error)
    })
    await recordAction(tx, { callerId: caller.id, address: visit.address, ...action, now })
    return answer
  })

/** Database constraints that a form can violate, with the refusal for each. */
const NOES: [constraint: string, code: RefusalCode, field: string][] = [
  ['game_slug', 'SLUG_TAKEN', 'gameSlug'],
  ['game_picture_id_fkey', 'NO_SUCH_IMAGE', 'gameImageId'],
  ['game_tag_id_fkey', 'NO_SUCH_TAG', 'tagId'],
  ['item_slug', 'SLUG_TAKEN', 'itemSlug'],
  ['item_picture_id_fkey', 'NO_SUCH_IMAGE', 'itemImageId'],
  ['item_tag_id_fkey', 'NO_SUCH_TAG', 'tagId'],
  ['category_title', 'CATEGORY_TAKEN', 'categoryTitle'],
  ['tag_name', 'TAG_NAME_TAKEN', 'tagName'],
  ['banner_slug', 'SLUG_TAKEN', 'bannerSlug'],
  ['goto_link_slug', 'SLUG_TAKEN', 'slug'],
  ['coupon_code', 'COUPON_CODE_TAKEN', 'couponCode'],
]

function toRefusal(error: unknown): unknown {
  const no = NOES.find(([constraint]) => violates(error, constraint))
  if (!no) return error
  const [, code, field] = no
  return new Refusal(code, { field, cause: error })
}
