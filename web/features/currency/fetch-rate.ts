import { getRate } from '#contract/catalogue/rate.ts'
import { call } from '#web/api/call.ts'

/** Dollars for one rupee. */
export const fetchRate = async (): Promise<number> => (await call(getRate, {})).USD
