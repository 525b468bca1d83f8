import * as contract from '#contract/orders.ts'
import { implement } from '#server/http/implement.ts'
import { placeUpiOrder, placeWalletOrder } from './place-order.ts'
import { getQuote } from './quote.ts'

const { getQuote: quote, placeWalletOrder: wallet, placeUpiOrder: upi } = contract

export const orderRoutes = implement(
  { getQuote: quote, placeWalletOrder: wallet, placeUpiOrder: upi },
  { getQuote, placeWalletOrder, placeUpiOrder },
)
