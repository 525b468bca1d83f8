import * as contract from '#contract/backoffice/support.ts'
import { implement } from '#server/platform/http/implement.ts'
import { editIssue, findIssue, listAllIssues } from './answer.ts'
import { createIssue, listOwnIssues } from './support.ts'

export const supportRoutes = implement(contract, {
  createIssue,
  listOwnIssues,
  listAllIssues,
  findIssue,
  editIssue,
})
