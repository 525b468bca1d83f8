import { Fragment } from 'react'
import { Link, useLoaderData, useOutlet, type MetaFunction } from 'react-router'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { Tag } from '#web/ui/status/tag.tsx'
import { BuyAgain } from '#web/features/buy-again/buy-again.tsx'
import { AboutGame } from './about-game.tsx'
import { BuyBar } from './buy-bar.tsx'
import { loadGame, type ShownGame } from './load-game.ts'
import { Packs } from './packs.tsx'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import { structuredGame } from './structured-game.ts'

export const loader = loadGame

export const meta: MetaFunction<typeof loader> = ({ loaderData: game, matches }) => {
  if (!game) return [{ title: 'Page Not Found' }, { name: 'robots', content: 'noindex' }]
  const from = game.lowest ? ` from ${game.lowest[0]}` : ''
  return describePage(matches, {
    title: `${game.name} top-up`,
    description: `${game.name} top-ups${from}. ${game.description}`.trim().slice(0, 300),
    path: paths.product(game.slug),
    structured: (shop) => structuredGame(game, shop),
  })
}

export default function ProductPage() {
  const game = useLoaderData<typeof loader>()
  const purchase = useOutlet() // of a visitor who buys on this page
  // Replaces the page instead of moving it down under the finger.
  return (
    <Fragment key={purchase ? 'buying' : 'choosing'}>
      <GameHead game={game} isLow={purchase !== null} />
      {purchase && (
        <div className="mx-auto min-h-144 max-w-checkout px-4 pt-6 lg:min-h-112 lg:pt-10">
          {purchase}
        </div>
      )}
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-12 px-4 pt-6 pb-16 lg:grid-cols-[minmax(0,1fr)_20rem] lg:pt-10">
        <div className="grid content-start gap-6">
          <BuyAgain key={game.slug} gameSlug={game.slug} />
          <Packs key={game.slug} game={game} />
        </div>
        <AboutGame game={game} />
      </div>
      {!purchase && <BuyBar game={game} />}
    </Fragment>
  )
}

type GameHeadProps = { game: ShownGame; isLow: boolean }

/** Header of a game page, tinted with the main colour of its picture. It is low where a purchase follows. */
const GameHead = ({ game, isLow }: GameHeadProps) => {
  const { picture, name, from, tag, isAvailable } = game
  return (
    <section className="relative isolate overflow-hidden bg-night text-on-night">
      {picture && (
        <svg
          color={picture.color}
          className="absolute inset-0 -z-10 size-full bg-linear-to-r from-current/70 to-current/0"
          aria-hidden="true"
        />
      )}
      <span className="absolute inset-y-0 right-0 -z-10 hidden w-1/2 mask-l-from-10% opacity-45 lg:block">
        <ShopPicture
          of={picture}
          widthMax={640}
          sizes="50vw"
          className="absolute inset-0 size-full object-cover"
        />
      </span>
      <div
        className={`mx-auto flex max-w-page items-center gap-4 px-4 sm:gap-7 ${isLow ? 'py-3' : 'py-4 lg:py-8'}`}
      >
        <span
          className={`facet-4 relative block aspect-4/5 shrink-0 overflow-hidden shadow-high ${isLow ? 'w-16' : 'w-24 sm:w-32 lg:w-40'}`}
        >
          <ShopPicture
            of={picture}
            widthMax={640}
            isFirst
            sizes="(min-width: 64rem) 160px, (min-width: 30rem) 128px, 96px"
            className="absolute inset-0 size-full object-cover"
          />
        </span>
        <div className="grid min-w-0 gap-2">
          <Link
            to={paths.allGames}
            className="-my-2 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
          >
            <ChevronLeftIcon className="size-4" /> All games
          </Link>
          <h1 className="text-2xl sm:text-3xl">{name}</h1>
          <p className="flex flex-wrap items-center gap-2">
            {tag && <Tag {...tag} />}
            {isAvailable ? (
              <span className="text-sm">{from}</span>
            ) : (
              <span className="rounded-sm bg-on-night px-2 py-0.5 text-xs font-bold text-night">
                Sold Out
              </span>
            )}
          </p>
        </div>
      </div>
    </section>
  )
}
