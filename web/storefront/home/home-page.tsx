import { Link, useLoaderData, type MetaFunction } from 'react-router'
import { imageSources } from '#contract/core/images.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { BANNER_SIZES, BANNER_WIDTH_MAX } from './banners.tsx'
import { BuyAgain } from '#web/features/buy-again/buy-again.tsx'
import { GameGrid, GameList } from './game-cards.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { loadHome } from './load-home.ts'
import type { GameCard } from '#web/storefront/shown.ts'

export const loader = loadHome

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const first = loaderData?.banners[0]?.picture
  const described = describePage(matches, {
    title: 'Game top-ups at any time',
    description:
      'Buy in-game currency for your games, pay as you like, and follow your order until it arrives.',
    path: paths.home,
    structured: ({ origin, shopName }) => [
      { '@type': 'WebSite', name: shopName, url: `${origin}/` },
      {
        '@type': 'OnlineStore',
        name: shopName,
        url: `${origin}/`,
        logo: `${origin}/icons/512.png`,
      },
    ],
  })
  if (!first) return described
  const preload = {
    tagName: 'link',
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet: imageSources(first, 'avif', BANNER_WIDTH_MAX),
    imageSizes: BANNER_SIZES,
    fetchPriority: 'high',
  } as const
  return [preload, ...described]
}

export default function HomePage() {
  const { games, banners, categories } = useLoaderData<typeof loader>()
  const bySlug = new Map(games.map((game) => [game.slug, game]))
  return (
    <>
      <Hero slides={banners} />
      <div className="mx-auto grid max-w-page gap-8 px-4 py-5 md:gap-12 md:py-8 lg:gap-16 lg:py-12">
        <BuyAgain />
        {categories.length > 1 && <Jumps places={categories} />}
        {categories.map(({ slug, title, games }) => (
          <section key={slug} id={slug} aria-labelledby={`${slug}-title`} className="grid gap-4">
            <h2 id={`${slug}-title`} className="text-2xl">
              {title}
            </h2>
            <GameGrid games={games.flatMap((one) => bySlug.get(one) ?? [])} />
          </section>
        ))}
        <AllGames games={games} />
        <HowItWorks />
      </div>
    </>
  )
}

const Jumps = ({ places }: { places: { slug: string; title: string }[] }) => (
  <nav
    aria-label="Categories"
    className="-mx-4 -my-3 flex gap-2 overflow-x-auto px-4 pb-1 lg:-mb-8"
  >
    {[...places, { slug: 'all-games', title: 'All games' }].map(({ slug, title }) => (
      <Link
        key={slug}
        to={paths.category(slug)}
        className="inline-flex min-h-11 items-center rounded-full border border-line bg-stall px-4 text-sm font-semibold whitespace-nowrap hover:border-edge"
      >
        {title}
      </Link>
    ))}
  </nav>
)

const AllGames = ({ games }: { games: GameCard[] }) => (
  <section id="all-games" aria-labelledby="all-games-title" className="grid gap-4">
    <h2 id="all-games-title" className="text-2xl">
      All games
    </h2>
    {games.length > 0 ? (
      <GameList games={games} />
    ) : (
      <EmptyState title="No games yet">
        The first games are coming soon. Please check back later.
      </EmptyState>
    )}
  </section>
)
