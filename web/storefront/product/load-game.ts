import { data, type LoaderFunctionArgs } from 'react-router'
import { findGame } from '#contract/catalogue/catalog.ts'
import { getRate } from '#contract/catalogue/rate.ts'
import { describeDelivery } from '#web/features/pack/describe-delivery.ts'
import { findForAll, loadForAll } from '#web/api/visitor.ts'
import { toCard, toPack } from '#web/storefront/shown.ts'

export async function loadGame({ context, params }: LoaderFunctionArgs) {
  const [game, rates] = await Promise.all([
    findForAll(context, findGame, { slug: params['slug'] ?? '' }),
    loadForAll(context, getRate, {}),
  ])
  if (!game) throw data(null, { status: 404, statusText: 'Page Not Found' })
  const packs = game.itemId.toSorted((one, other) => one.index - other.index)
  return {
    ...toCard(game, rates),
    description: game.gameDescription,
    link: game.gameLink,
    playerFields: [game.inputFieldOne || 'User ID', game.inputFieldTwo].filter(Boolean),
    isDeliveredByHand: game.isDeliveredByHand,
    isValidationRequired: game.isValidationRequired,
    known: describeDelivery(game),
    packs: packs.map((item) => ({ ...toPack(item, game, rates), rupees: item.sellingPrice / 100 })),
  }
}

export type ShownGame = Awaited<ReturnType<typeof loadGame>>
