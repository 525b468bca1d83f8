import { QueryClientProvider, useSuspenseQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { findGame } from '#contract/catalogue/catalog.ts'
import { getRate, rateIn } from '#contract/catalogue/rate.ts'
import { query, queryOrRefusal } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { choose } from '#web/checkout/chosen.ts'
import { NotForSale } from '#web/checkout/not-for-sale.tsx'
import { LazyConfirmation } from '#web/features/second-factor/lazy-confirmation.tsx'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { FailedPage } from '#web/layouts/failures/failed-page.tsx'
import { paths } from '#web/paths.ts'
import { readCurrency } from '#web/state/currency.ts'
import { isSignedIn } from '#web/state/session.ts'
import { ClientOnly } from '#web/ui/client-only.tsx'
import { PageSkeleton } from '#web/ui/status/skeleton.tsx'
import { EnterAsGuest } from './enter-as-guest.tsx'

export const meta = titled('Complete Your Purchase', NO_INDEX)

export const ErrorBoundary = FailedPage

/** The review is half of the scripts, so it loads while the visitor types. */
const loadReview = () => import('#web/checkout/review/review-of.tsx')
const ReviewOf = lazy(async () => ({ default: (await loadReview()).ReviewOf }))
loadReview().catch(() => undefined) // a failure shows when the review is needed

/** The whole purchase of a visitor, on the page of the game. The browser alone knows what was chosen. */
export default function BuyHerePage() {
  const [params] = useSearchParams()
  return (
    <section aria-labelledby="purchase" className="grid gap-4">
      <h2
        key={params.get('player')}
        ref={focus}
        id="purchase"
        tabIndex={-1}
        className="text-2xl outline-none"
      >
        Complete Your Purchase
      </h2>
      <ClientOnly>
        <QueryClientProvider client={queryClient}>
          <Suspense fallback={<PageSkeleton />}>
            <Purchase />
          </Suspense>
        </QueryClientProvider>
      </ClientOnly>
    </section>
  )
}

/** The focus moves up here from the pack that was pressed, and again from the button that ended a step. */
const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })

function Purchase() {
  const { slug: gameSlug = '' } = useParams()
  const [params] = useSearchParams()
  const itemSlug = params.get('pack') ?? ''
  const gameDetailId = params.get('player')
  const couponCode = (params.get('couponCode') ?? '').trim().toUpperCase().slice(0, 40)
  const [wasSignedIn] = useState(isSignedIn)
  if (gameDetailId && isSignedIn())
    return (
      <>
        <ReviewOf
          input={{ gameSlug, itemSlug, gameDetailId, couponCode }}
          payLink={undefined}
          changeAt={paths.buyHere(gameSlug, { pack: itemSlug })}
        />
        <LazyConfirmation />
      </>
    )
  if (wasSignedIn && !gameDetailId)
    return <Navigate to={paths.purchaseOf({ gameSlug, itemSlug })} replace />
  return <ForWhom gameSlug={gameSlug} itemSlug={itemSlug} />
}

function ForWhom({ gameSlug, itemSlug }: { gameSlug: string; itemSlug: string }) {
  const [{ data: game }, { data: rates }] = useSuspenseQueries({
    queries: [queryOrRefusal(findGame, { slug: gameSlug }), query(getRate, {})],
  })
  const chosen = choose(game, itemSlug)
  const currency = readCurrency()
  const buyer = { role: 'user', currency, rate: rateIn(rates, currency) } as const
  if ('title' in chosen)
    return (
      <NotForSale
        reason={chosen}
        buyer={buyer}
        toPack={(other) => paths.buyHere(gameSlug, { pack: other })}
      />
    )
  return <EnterAsGuest chosen={chosen} buyer={buyer} />
}
