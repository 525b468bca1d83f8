import * as contract from '#contract/orders/regions.ts'
import { implement } from '#server/platform/http/implement.ts'
import { checkRegion } from './regions.ts'

export const regionRoutes = implement(contract, { checkRegion })
