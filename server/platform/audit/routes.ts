import * as contract from '#contract/backoffice/audit.ts'
import { implement } from '#server/platform/http/implement.ts'
import { listAudit } from './list.ts'

export const auditRoutes = implement(contract, { listAudit })
