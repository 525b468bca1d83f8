import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { findGame } from '#contract/catalog.ts'
import { toDecimal } from '#contract/money.ts'
import {
  getQuote,
  placeUpiOrder,
  placeWalletOrder,
  type PaymentMethod,
  type Quote,
} from '#contract/orders.ts'
import { ApiError } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { useComeBack } from '#web/ui/use-come-back.ts'
import { isAboutCoupon } from './quote.ts'
import type { Wish } from './review-page.tsx'

type Options = { method: PaymentMethod; wish: Wish; quote: Quote }
export type Problem = { method: PaymentMethod; code: string; message: string }

/** One purchase: however often the button is pressed or the page reloaded, it is paid once. */
export function usePay({ method, wish, quote }: Options) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { gameSlug, itemSlug, gameDetailId } = wish
  const attempt = `${gameSlug} ${itemSlug} ${gameDetailId}`
  // The way back leads to what was before the review: there, nothing can be paid once more by a slip.
  const fromWallet = useSend(placeWalletOrder, {
    attempt,
    onDone: ({ _id }) => navigate(paths.paid(_id), { replace: true }),
  })
  const byUpi = useSend(placeUpiOrder, {
    attempt,
    async onDone({ payment_url, paymentUrl = payment_url }) {
      if (paymentUrl) window.location.assign(paymentUrl)
      else await navigate(paths.unpaid)
    },
  })
  useComeBack(byUpi.reset)

  async function pay(): Promise<void> {
    if (quote.amount < 0)
      return setProblem({ method, code: '', message: 'Total price cannot be negative' })
    setProblem(null)
    const { couponCode, currency } = quote
    const bought = { gameSlug, itemSlug, gameDetailId, couponCode }
    const totalMax = Number(toDecimal(quote.amount, currency))
    try {
      if (method === 'upi') await byUpi.mutateAsync({ ...bought, totalMax })
      else await fromWallet.mutateAsync({ ...bought, currency, totalMax })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await lookAgain()
      if (!isSaidElsewhere(error)) setProblem({ method, code: error.code, message: error.message })
    }
  }

  /** What was refused may have another price, stock or balance by now. */
  const lookAgain = () =>
    Promise.all(
      [getQuote, findGame].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )

  const isBusy = fromWallet.isPending || byUpi.isPending || byUpi.isSuccess
  return { pay, isBusy, problem, forget: () => setProblem(null) }
}

/** The new quote says it, beside what it is about. */
const isSaidElsewhere = (error: ApiError): boolean =>
  isAboutCoupon(error) || ['BALANCE_TOO_LOW', 'PRICE_CHANGED'].includes(error.code)
