import type { Context } from '#server/context.ts'
import { deleteOldWebhooks, emptyBodies } from './webhook-sql.ts'

const KEPT_DAYS = 90 // for who looks into what a gateway has sent; no gateway sends anything again after so long
const AT_ONCE = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** Nightly: lets go of what gateways sent long ago. What came of it is in the books. */
export async function forgetWebhooks({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await deleteOldWebhooks(sql, new Date(now().getTime() - KEPT_DAYS * DAY_MS))
  await forgetBodies({ sql })
}

/** Messages name customers, and nothing reads them again. */
export async function forgetBodies({ sql }: Pick<Context, 'sql'>): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE;) count = await emptyBodies(sql, AT_ONCE)
}
