import * as contract from '#contract/accounts/consent.ts'
import { implement } from '#server/platform/http/implement.ts'
import { askAgeAgain, getAge, stateAge } from './age.ts'
import { answerAsParent, askParent, findParentRequest } from './parent.ts'

export const consentRoutes = implement(contract, {
  getAge,
  stateAge,
  askParent,
  askAgeAgain,
  findParentRequest,
  answerAsParent,
})
