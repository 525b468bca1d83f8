import type { Context } from '#server/context.ts'
import { deleteBuyer } from './sql.ts'

/** The law keeps the documents of an erased account for years, but not whom they were for. */
export const eraseBuyer = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  deleteBuyer(sql, userId)
