import * as contract from '#contract/catalogue/suppliers/prices.ts'
import { implement } from '#server/platform/http/implement.ts'
import { acceptCost } from './accept-cost.ts'
import { listPriceRules } from './list-price-rules.ts'
import { previewPriceRule } from './preview-price-rule.ts'
import { deletePriceRule, putPriceRule } from './price-rules.ts'
import { syncAllPrices, syncPrices } from './sync/sync-prices.ts'

export const priceRoutes = implement(contract, {
  listPriceRules,
  putPriceRule,
  deletePriceRule,
  previewPriceRule,
  syncPrices,
  syncAllPrices,
  acceptCost,
})
