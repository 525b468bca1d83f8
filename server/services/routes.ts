import * as contract from '#contract/services.ts'
import { implement } from '#server/http/implement.ts'
import { editServices, listServices } from './services.ts'

export const serviceRoutes = implement(contract, { listServices, editServices })
