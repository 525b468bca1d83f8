import * as contract from '#contract/backoffice/user-detail.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getUserStatementFile } from '#server/money/wallet/statement.ts'
import { getUserOverview, getUserTotals, listUserPlayers } from './user-detail.ts'

export const userDetailRoutes = implement(contract, {
  getUserOverview,
  getUserTotals,
  listUserPlayers,
  getUserStatementFile,
})
