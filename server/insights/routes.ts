import * as contract from '#contract/insights.ts'
import { implement } from '#server/http/implement.ts'
import { getInsights } from './insights.ts'

export const insightRoutes = implement(contract, { getInsights })
