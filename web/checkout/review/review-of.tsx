import type { Currency } from '#contract/core/money.ts'
import { toOffered } from '#web/checkout/payment/offered.ts'
import { usePrefetchQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getBilling } from '#contract/accounting/billing.ts'
import { findGame } from '#contract/catalogue/catalog.ts'
import { findGameDetail } from '#contract/orders/players.ts'
import { getRate, leastIn, rateIn } from '#contract/catalogue/rate.ts'
import { getUser } from '#contract/accounts/users.ts'
import { ApiError, query, queryOrRefusal } from '#web/api/call.ts'
import { paymentNeeds } from '#web/features/payment/payment-needs.ts'
import { paths } from '#web/paths.ts'
import { isAttemptOpen } from '#web/state/attempts.ts'
import { readCurrency } from '#web/state/currency.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { choose } from '#web/checkout/chosen.ts'
import { NotForSale } from '#web/checkout/not-for-sale.tsx'
import { quoteFor } from '#web/checkout/quote.ts'
import { Review } from './review.tsx'
import { attemptOf } from '#web/checkout/payment/use-pay.ts'
import type { OrderChoice } from '#web/checkout/order-choice.ts'

/** Reads what gateways take, and the details that they need for rupees. */
function useOffered(currency: Currency) {
  const inRupees = useSuspenseQuery(paymentNeeds('INR')).data
  const own = useSuspenseQuery(paymentNeeds(currency)).data
  const least = leastIn(useSuspenseQuery(query(getRate, {})).data, currency)
  const { methods } = own
  return { needs: inRupees.needs, upi: inRupees.isOffered, own: { currency, methods, least } }
}

type ReviewOfProps = {
  input: OrderChoice
  payLink: string | undefined
  /** The page where the customer chooses another player. */
  changeAt: string
}

/** Reads all that the review shows, or says why the pack can't be bought. */
export function ReviewOf({ input, payLink, changeAt }: ReviewOfProps) {
  const { gameSlug, itemSlug, gameDetailId } = input
  const currency = readCurrency()
  const inRupees = quoteFor({ ...input, currency: 'INR' })
  usePrefetchQuery(inRupees)
  usePrefetchQuery(paymentNeeds('INR'))
  usePrefetchQuery(paymentNeeds(currency))
  const [
    { data: game },
    { data: player },
    { data: rates },
    { data: user },
    { data: asked },
    { data: own },
  ] = useSuspenseQueries({
    queries: [
      queryOrRefusal(findGame, { slug: gameSlug }),
      queryOrRefusal(findGameDetail, { id: gameDetailId }),
      query(getRate, {}),
      query(getUser, {}),
      query(getBilling, {}),
      quoteFor({ ...input, currency }),
    ],
  })
  const { data: rupees } = useSuspenseQuery(inRupees)
  const { needs, upi, own: gateways } = useOffered(currency)
  const buyer = { role: user.role, currency, rate: rateIn(rates, currency) }
  const chosen = choose(game, itemSlug, own instanceof ApiError ? own : undefined)
  if ('title' in chosen)
    return (
      <NotForSale
        reason={chosen}
        buyer={buyer}
        isPaymentUnheard={isAttemptOpen(attemptOf(input))}
        toPack={(other) => paths.review({ gameSlug, itemSlug: other, gameDetailId })}
      />
    )
  const refusal = [player, own, rupees].find((one) => one instanceof ApiError)
  if (player instanceof ApiError || own instanceof ApiError || rupees instanceof ApiError)
    return (
      <EmptyState
        title={refusal!.message}
        action={
          <Link to={changeAt} className={buttonLook('primary')}>
            Enter Game Detail
          </Link>
        }
      />
    )
  return (
    <Review
      {...{ chosen, input, player, user, buyer, own, rupees }}
      offered={toOffered(upi, gateways, own.quote)}
      asks={{ needs, asked, payLink }}
      changeAt={changeAt}
    />
  )
}
