import * as contract from '#contract/backoffice/search.ts'
import { implement } from '#server/platform/http/implement.ts'
import { searchEverywhere } from './search.ts'

export const searchRoutes = implement(contract, { searchEverywhere })
