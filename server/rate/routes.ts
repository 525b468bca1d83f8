import * as contract from '#contract/rate.ts'
import { implement } from '#server/http/implement.ts'
import { getRate, setRate } from './rate.ts'

export const rateRoutes = implement(contract, { getRate, setRate })
