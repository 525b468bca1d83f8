import * as contract from '#contract/catalogue/rate.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getRate, listRates, setCurrencyRate, setRate, withdrawCurrency } from './rate.ts'

export const rateRoutes = implement(contract, {
  getRate,
  listRates,
  setCurrencyRate,
  setRate,
  withdrawCurrency,
})
