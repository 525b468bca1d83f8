import * as contract from '#contract/accounting/billing.ts'
import { implement } from '#server/platform/http/implement.ts'
import { editBilling, getBilling } from './billing.ts'

export const billingRoutes = implement(contract, { getBilling, editBilling })
