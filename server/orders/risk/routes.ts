import * as contract from '#contract/orders/risk.ts'
import { implement } from '#server/platform/http/implement.ts'
import { addBan, deleteBan, listBans } from './bans.ts'
import { deliverReviewed, listRiskRefusals, listRiskReviews, refuseReviewed } from './reviews.ts'
import {
  createRiskRule,
  deleteRiskRule,
  editRiskRule,
  listRiskRules,
  previewRiskRule,
  switchRiskRule,
} from './rules.ts'

export const riskRoutes = implement(contract, {
  listRiskRules,
  createRiskRule,
  editRiskRule,
  previewRiskRule,
  switchRiskRule,
  deleteRiskRule,
  listBans,
  addBan,
  deleteBan,
  listRiskReviews,
  deliverReviewed,
  refuseReviewed,
  listRiskRefusals,
})
