import * as contract from '#contract/accounting/tax-rules.ts'
import { implement } from '#server/platform/http/implement.ts'
import { editTaxRules, getTaxRules } from './tax-rules.ts'

export const taxRuleRoutes = implement(contract, { getTaxRules, editTaxRules })
