import * as contract from '#contract/backoffice/alerts.ts'
import { implement } from '#server/platform/http/implement.ts'
import { endAlert, listAlerts } from './alerts.ts'

export const alertRoutes = implement(contract, { listAlerts, endAlert })
