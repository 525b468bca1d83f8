import { worksHere } from '#contract/accounts/rights.ts'
import type * as contract from '#contract/catalogue/settings.ts'
import type { Website } from '#contract/catalogue/settings.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockSettings, findSettings, putSetting } from './sql.ts'

export const getWebsite: Handler<typeof contract.getWebsite> = ({ sql }) => readWebsite(sql)

export const editWebsite: Handler<typeof contract.editWebsite> = (ctx, change, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockSettings(tx)
    const before = await readWebsite(tx)
    const after = { ...before, ...change }
    await putSetting(tx, 'website', after, now)
    const action = after.isClosed ? 'close website' : 'open website'
    return { action, subject: 'website', before, after, answer: after }
  })

export async function readWebsite(sql: Sql | Tx): Promise<Website> {
  const { website } = await findSettings<{ website: Website }>(sql, ['website'])
  return website ?? { isClosed: false, message: '' }
}

/** Runs before every purchase and top-up. Staff and administrators can still buy. */
export async function refuseWhileClosed(
  { website }: Pick<Context, 'website'>,
  caller: Caller,
): Promise<void> {
  if (worksHere(caller)) return
  const { isClosed, message } = await website()
  if (isClosed) throw new Refusal('WEBSITE_CLOSED', message ? { message } : {})
}
