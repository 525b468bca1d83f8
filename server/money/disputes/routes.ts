import * as contract from '#contract/money/disputes.ts'
import { implement } from '#server/platform/http/implement.ts'
import { endDispute, refreshDispute } from './end-dispute.ts'
import { findDispute, listDisputes } from './list-disputes.ts'

export const disputeRoutes = implement(contract, {
  listDisputes,
  findDispute,
  refreshDispute,
  endDispute,
})
