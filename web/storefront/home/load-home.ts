import type { LoaderFunctionArgs } from 'react-router'
import { listBanners, type Banner } from '#contract/catalogue/banners.ts'
import { listAllCategories, listGames } from '#contract/catalogue/catalog.ts'
import { getRate } from '#contract/catalogue/rate.ts'
import { loadForAll } from '#web/api/visitor.ts'
import { toCard, toPicture, type ShownPicture } from '#web/storefront/shown.ts'

export type Slide = {
  slug: string
  title: string
  summary: string
  link: string
  picture: ShownPicture
}

export async function loadHome({ context }: LoaderFunctionArgs) {
  const [games, categories, banners, rates] = await Promise.all([
    loadForAll(context, listGames, {}),
    loadForAll(context, listAllCategories, {}),
    loadForAll(context, listBanners, {}),
    loadForAll(context, getRate, {}),
  ])
  const cards = games
    .map((game) => toCard(game, rates))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  const slugs = new Map(games.map(({ _id, gameSlug }) => [_id, gameSlug]))
  return {
    games: cards,
    banners: banners.map(toSlide),
    categories: categories
      .map(({ categorySlug, categoryTitle, gameId }) => ({
        slug: categorySlug,
        title: categoryTitle,
        games: gameId.flatMap((id) => slugs.get(id) ?? []),
      }))
      .filter((category) => category.games.length > 0),
  }
}

const toSlide = (banner: Banner): Slide => ({
  slug: banner.bannerSlug,
  title: banner.bannerTitle,
  summary: banner.bannerSummary,
  link: banner.bannerLink,
  picture: toPicture(banner.picture)!,
})
