import * as contract from '#contract/money/adjustments.ts'
import { implement } from '#server/platform/http/implement.ts'
import { adjustBalance, adjustUsdBalance } from './adjust.ts'
import { approveAdjustment, declineAdjustment } from './decide.ts'
import { getFrozenWallets } from './frozen-wallets.ts'
import { listAdjustments } from './list-adjustments.ts'

export const adjustmentRoutes = implement(contract, {
  adjustBalance,
  adjustUsdBalance,
  listAdjustments,
  approveAdjustment,
  declineAdjustment,
  getFrozenWallets,
})
