import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { findGame } from '#contract/catalogue/catalog.ts'
import { listGameDetails } from '#contract/orders/players.ts'
import { openPayLink } from '#contract/orders/pay-links.ts'
import { getRate, rateIn } from '#contract/catalogue/rate.ts'
import { getUser } from '#contract/accounts/users.ts'
import { ApiError, query, queryOrRefusal } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { readCurrency } from '#web/state/currency.ts'
import { choose } from '#web/checkout/chosen.ts'
import type { LinkChoice } from './use-player.ts'
import { EnterPlayer } from './enter-player.tsx'
import { NotForSale } from '#web/checkout/not-for-sale.tsx'
import { NothingChosen } from '#web/checkout/nothing-chosen.tsx'

export const meta = titled('Complete Your Purchase')

export default function PlayerPage() {
  const [params] = useSearchParams()
  const gameSlug = params.get('gameSlug')
  const itemSlug = params.get('itemSlug')
  if (!gameSlug || !itemSlug) return <NothingChosen />
  const payLink = params.get('payLink')
  return payLink ? (
    <PlayerOfLink {...{ gameSlug, itemSlug, payLink }} />
  ) : (
    <PlayerOf gameSlug={gameSlug} itemSlug={itemSlug} />
  )
}

/** Fills in the player that the link asks for. A link that is over says so when it is paid. */
function PlayerOfLink({ payLink, ...pack }: Pack & { payLink: string }) {
  const { data } = useSuspenseQuery(queryOrRefusal(openPayLink, { token: payLink }))
  const player = data instanceof ApiError ? null : data.player
  return <PlayerOf {...pack} link={{ payLink, player }} />
}

type Pack = { gameSlug: string; itemSlug: string }

function PlayerOf({ gameSlug, itemSlug, link }: Pack & { link?: LinkChoice }) {
  const [{ data: game }, { data: saved }, { data: rates }, { data: user }] = useSuspenseQueries({
    queries: [
      queryOrRefusal(findGame, { slug: gameSlug }),
      queryOrRefusal(listGameDetails, { gameSlug }),
      query(getRate, {}),
      query(getUser, {}),
    ],
  })
  const chosen = choose(game, itemSlug)
  const currency = readCurrency()
  const buyer = { role: user.role, currency, rate: rateIn(rates, currency) }
  if ('title' in chosen)
    return (
      <NotForSale
        reason={chosen}
        buyer={buyer}
        toPack={(other) => paths.purchaseOf({ gameSlug, itemSlug: other })}
      />
    )
  return (
    <EnterPlayer
      key={gameSlug}
      chosen={chosen}
      buyer={buyer}
      saved={saved instanceof ApiError ? [] : saved.gameDetail}
      link={link}
    />
  )
}
