import * as contract from '#contract/accounts/sessions.ts'
import { implement } from '#server/platform/http/implement.ts'
import * as handlers from './other-sessions.ts'

export const sessionRoutes = implement(contract, handlers)
