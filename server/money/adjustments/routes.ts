import * as contract from '#contract/money/adjustments.ts'
import { implement } from '#server/platform/http/implement.ts'
import { adjustBalance, adjustForeignBalance } from './adjust.ts'
import { approveAdjustment, declineAdjustment } from './decide.ts'
import { getFrozenWallets } from './frozen-wallets.ts'
import { listAdjustments } from './list-adjustments.ts'

export const adjustmentRoutes = implement(contract, {
  adjustBalance,
  adjustForeignBalance,
  listAdjustments,
  approveAdjustment,
  declineAdjustment,
  getFrozenWallets,
})
