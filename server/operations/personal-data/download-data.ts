import type * as contract from '#contract/accounts/personal-data.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { listOwnIds } from '#server/accounts/guests/guests.ts'
import { getUserById } from '#server/accounts/users/users.ts'
import type { Shown } from './shown.ts'
import { SHOWN_OF_ACCOUNT } from './shown-account.ts'
import { selectShown, type ShownRow } from './shown-sql.ts'
import { SHOWN_OF_TRADE } from './shown-trade.ts'

export const SHOWN: Shown[] = [...SHOWN_OF_ACCOUNT, ...SHOWN_OF_TRADE]

const ABOUT = {
  amounts:
    'Rupees are whole numbers of paise. Other currencies are whole numbers of ten-thousandths.',
  times: 'Times have their distance to UTC.',
  leftOut:
    'Passwords, keys and codes are left out, and notes that the shop wrote for itself. You see the codes that you bought on the page of each order.',
}

/** Writes everything that the shop keeps about the caller, page by page. A stolen session is not enough to get it. */
export const downloadData: Handler<typeof contract.downloadData> = async function* (
  ctx,
  _input,
  caller,
) {
  requireOwner(ctx, caller)
  await tellOwner(ctx, caller.id)
  yield `{\n"about": ${JSON.stringify({ ...ABOUT, madeAt: ctx.now().toISOString() })}`
  const userIds = await listOwnIds(ctx.sql, caller.id)
  for (const shown of SHOWN) {
    let mark = '\n'
    yield `,\n${JSON.stringify(shown.as)}: [`
    for (const userId of userIds)
      for await (const page of pagesOf(ctx.sql, shown, userId)) {
        yield mark + page.map(({ json }) => json).join(',\n')
        mark = ',\n'
      }
    yield ']'
  }
  yield '\n}\n'
}

const PAGE = 500

async function* pagesOf(sql: Sql, shown: Shown, userId: string): AsyncGenerator<ShownRow[]> {
  for (let after: string[] | null = null; ;) {
    const page: ShownRow[] = await selectShown(sql, shown, { userId, after, limit: PAGE })
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    after = page.at(-1)!.keys
  }
}

/** Mails the owner, who may not be the one who asked. */
async function tellOwner(ctx: Pick<Context, 'sql'>, id: string): Promise<void> {
  const { email, fullName } = await getUserById(ctx, id)
  await ctx.sql.begin((tx) =>
    enqueue(tx, 'send-notice', { notice: 'data-downloaded', to: email, fullName }),
  )
}
