import * as contract from '#contract/backoffice/evidence.ts'
import { implement } from '#server/platform/http/implement.ts'
import { answerDispute, listDisputeAnswers } from './answer-dispute.ts'
import { getOrderEvidence, getPaymentEvidence } from './evidence.ts'

export const evidenceRoutes = implement(contract, {
  getOrderEvidence,
  getPaymentEvidence,
  listDisputeAnswers,
  answerDispute,
})
