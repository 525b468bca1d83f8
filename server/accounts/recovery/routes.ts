import * as contract from '#contract/accounts/recovery.ts'
import { implement, type Handler } from '#server/platform/http/implement.ts'
import { askRecovery } from './ask-recovery.ts'
import { approveRecovery, declineRecovery } from './decide-recovery.ts'
import { countRecoveries, selectRecoveries } from './sql.ts'
import { toRecovery } from './to-recovery.ts'

const listRecoveries: Handler<typeof contract.listRecoveries> = async (
  { sql },
  { page, limit, sort, ...filter },
  caller,
) => {
  const isOldestFirst = sort === 'createdAt'
  const list = { ...filter, isOldestFirst, limit, offset: (page - 1) * limit }
  const [found, total] = await Promise.all([
    selectRecoveries(sql, list),
    countRecoveries(sql, filter),
  ])
  return { recoveries: found.map((row) => toRecovery(row, caller)), total }
}

export const recoveryRoutes = implement(contract, {
  askRecovery,
  listRecoveries,
  approveRecovery,
  declineRecovery,
})
