import * as contract from '#contract/accounts/personal-data.ts'
import { implement } from '#server/platform/http/implement.ts'
import { downloadData } from './download-data.ts'

export const personalDataRoutes = implement(contract, { downloadData })
