import type * as contract from '#contract/money/adjustments.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { countAdjustments, selectAdjustments } from './sql.ts'
import { toAdjustment } from './to-adjustment.ts'

export const listAdjustments: Handler<typeof contract.listAdjustments> = async (
  { sql },
  { page, limit, sort, ...filter },
  caller,
) => {
  const isOldestFirst = sort === 'createdAt'
  const list = { ...filter, isOldestFirst, limit, offset: (page - 1) * limit }
  const [found, total] = await Promise.all([
    selectAdjustments(sql, list),
    countAdjustments(sql, filter),
  ])
  return { adjustments: found.map((row) => toAdjustment(row, caller)), total }
}
