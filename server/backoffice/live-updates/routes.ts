import * as contract from '#contract/backoffice/live-updates.ts'
import { implement } from '#server/platform/http/implement.ts'
import { countOffice } from './count-office.ts'
import { followOffice } from './follow-office.ts'

export const officeRoutes = implement(contract, { countOffice, followOffice })
