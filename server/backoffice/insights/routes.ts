import * as contract from '#contract/backoffice/insights.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getInsights } from './insights.ts'

export const insightRoutes = implement(contract, { getInsights })
