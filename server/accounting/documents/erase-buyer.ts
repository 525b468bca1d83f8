import { deleteBilling } from '#server/accounting/billing/billing.ts'
import type { Context } from '#server/context.ts'
import { deleteBuyer } from './sql.ts'

/** The law keeps the documents of an erased account for years, but not whom they were for. */
export async function eraseBuyer(
  { sql }: Pick<Context, 'sql'>,
  { userId }: { userId: string },
): Promise<void> {
  await deleteBuyer(sql, userId)
  await deleteBilling(sql, userId)
}
