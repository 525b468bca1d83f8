import * as contract from '#contract/backoffice/evidence.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getOrderEvidence, getPaymentEvidence } from './evidence.ts'

export const evidenceRoutes = implement(contract, { getOrderEvidence, getPaymentEvidence })
