import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { getBilling } from '#contract/accounting/billing.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { findGame } from '#contract/catalogue/catalog.ts'
import { toMajor } from '#contract/core/money.ts'
import { getQuote, placeUpiOrder, placeWalletOrder, type Quote } from '#contract/orders/orders.ts'
import { getPaymentNeeds, type CustomerNeed } from '#contract/money/payment-needs.ts'
import { ApiError } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { goToPayment, NO_PAGE } from '#web/features/payment/go-to-payment.ts'
import { paths } from '#web/paths.ts'
import { isAttemptOpen } from '#web/state/attempts.ts'
import { forgetLeftPurchase } from '#web/state/left-purchase.ts'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { isAboutCoupon } from '#web/checkout/quote.ts'
import { isPhoneAsked, type Method } from './offered.ts'
import { useGift } from './use-gift.ts'
import { usePhone } from './use-phone.ts'
import { useResidence } from './use-residence.ts'
import type { OrderChoice } from '#web/checkout/order-choice.ts'

type Options = {
  method: Method
  input: OrderChoice
  quote: Quote
  needs: CustomerNeed[] // customer data that UPI payments need
  asked: Output<typeof getBilling>
  payLink: string | undefined // by which somebody asked for this purchase
}

/** `UNHEARD` means that the order was sent but its outcome is unknown. */
export type Problem = { code: string; message: string }
const UNHEARD = { code: 'UNHEARD', message: '' }

/** Names one purchase. Changing the coupon, currency or payment method keeps the name. */
export const attemptOf = ({
  gameSlug,
  itemSlug,
  gameDetailId,
}: Omit<OrderChoice, 'couponCode'>): string => `buy ${gameSlug} ${itemSlug} ${gameDetailId}`

/** Pays a purchase once, however often the button is pressed or the page reloaded. */
export function usePay({ method, input, quote, needs, asked, payLink }: Options) {
  const attempt = attemptOf(input)
  const client = useQueryClient()
  const [problem, setProblem] = useState<Problem | null>(isAttemptOpen(attempt) ? UNHEARD : null)
  const navigate = useNavigate()
  const { fromWallet, byUpi } = useOrders(attempt)
  const { currency } = quote
  const phone = usePhone(isPhoneAsked({ method, currency, needs, refusal: problem?.code }))
  const residence = useResidence(asked)
  const giving = useGift(attempt)

  async function pay(): Promise<void> {
    const { couponCode, amount } = quote
    if (amount < 0) return setProblem({ code: '', message: 'Total price cannot be negative' })
    if (!(await phone.save()) || !(await residence.save())) return
    setProblem(null)
    const { gameSlug, itemSlug, gameDetailId } = input
    const bought = {
      gameSlug,
      itemSlug,
      gameDetailId,
      couponCode,
      ...(payLink && { payLink }),
      ...(giving.gift && !payLink && { gift: giving.gift }),
    }
    const totalMax = toMajor(amount, currency)
    try {
      if (method === 'wallet') await fromWallet.mutateAsync({ ...bought, currency, totalMax })
      else if (method === 'upi') await byUpi.mutateAsync({ ...bought, totalMax })
      else await byUpi.mutateAsync({ ...bought, currency, method, totalMax })
    } catch (error) {
      await takeNo(error)
    }
  }

  async function takeNo(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    if (isAttemptOpen(attempt)) return setProblem(UNHEARD)
    if (error.code === NO_PAGE) return navigate(paths.unpaid, { replace: true })
    // The price, stock, balance or gateway may have changed.
    for (const { path } of [getQuote, findGame, getPaymentNeeds])
      await client.invalidateQueries({ queryKey: [path] })
    if (!isSaidElsewhere(error)) setProblem({ code: error.code, message: error.message })
  }

  // Stays busy while the next page loads, because another press would start a second purchase.
  const isOrdering = [fromWallet, byUpi].some((order) => order.isPending || order.isSuccess)
  const isBusy = isOrdering || phone.isBusy || residence.isBusy
  return { pay, isBusy, problem, phone, residence, giving, forget: () => setProblem(null) }
}

function useOrders(attempt: string) {
  const navigate = useNavigate()
  // Replaces the review in the history, so that going back cannot pay again by accident.
  const fromWallet = useSend(placeWalletOrder, {
    attempt,
    isQuiet: true, // the order's page shows the outcome
    onDone: ({ _id }) => {
      forgetLeftPurchase()
      return navigate(paths.paid(_id), { replace: true })
    },
  })
  const byUpi = useSend(placeUpiOrder, {
    attempt,
    onDone: (page) => {
      forgetLeftPurchase()
      return goToPayment(page)
    },
  })
  usePageRestored(byUpi.reset)
  return { fromWallet, byUpi }
}

/** The new quote shows these errors beside the part they concern. */
const isSaidElsewhere = (error: ApiError): boolean =>
  isAboutCoupon(error) || ['BALANCE_TOO_LOW', 'PRICE_CHANGED'].includes(error.code)
