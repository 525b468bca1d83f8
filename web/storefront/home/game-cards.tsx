import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Price } from '#web/features/currency/price.tsx'
import { Tag } from '#web/ui/status/tag.tsx'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import type { GameCard as Game } from '#web/storefront/shown.ts'

/** A grid of game cards with at least two columns. */
export const GameGrid = ({ games }: { games: Game[] }) => (
  <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:gap-5">
    {games.map((game) => (
      <li key={game.slug} className="grid">
        <GameCard game={game} />
      </li>
    ))}
  </ul>
)

const CARD_SIZES =
  '(min-width: 80rem) 290px, (min-width: 48rem) 24vw, (min-width: 30rem) 31vw, 46vw'

function GameCard({ game }: { game: Game }) {
  const { picture, name, from, tag, isAvailable } = game
  return (
    <Door
      game={game}
      className="facet group flex flex-col overflow-hidden border border-line bg-stall shadow-low"
    >
      <span
        className={`relative block aspect-4/5 overflow-hidden lg:aspect-5/4 ${isAvailable ? '' : 'grayscale opacity-55'}`}
      >
        <ShopPicture
          of={picture}
          widthMax={640}
          sizes={CARD_SIZES}
          className="absolute inset-0 size-full object-cover transition-[scale] duration-(--duration-calm) ease-out group-hover:scale-103"
        />
        {tag && (
          <span className="absolute top-2 left-2">
            <Tag {...tag} />
          </span>
        )}
      </span>
      <span className="grid flex-1 content-start gap-0.5 p-3">
        <span className="font-display text-base leading-tight font-bold tracking-tight">
          {name}
        </span>
        {from && <span className="text-sm text-soft">{from}</span>}
        <span className="mt-auto pt-1 text-sm">
          <Offer game={game} />
        </span>
      </span>
    </Door>
  )
}

/** A compact list for visitors who know the game's name. */
export const GameList = ({ games }: { games: Game[] }) => (
  <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
    {games.map((game) => (
      <li key={game.slug} className="grid">
        <Door
          game={game}
          className="facet-3 flex min-h-18 items-center gap-3 overflow-hidden border border-line bg-stall pr-4"
        >
          <span
            className={`relative block h-full min-h-18 w-16 shrink-0 overflow-hidden ${game.isAvailable ? '' : 'grayscale opacity-55'}`}
          >
            <ShopPicture
              of={game.picture}
              widthMax={160}
              sizes="64px"
              className="absolute inset-0 size-full object-cover"
            />
          </span>
          <span className="grid min-w-0 flex-1 py-2">
            <span className="font-semibold wrap-anywhere">{game.name}</span>
            <span className="text-sm text-soft">{game.from}</span>
          </span>
          <span className="text-right text-sm whitespace-nowrap">
            <Offer game={game} />
          </span>
        </Door>
      </li>
    ))}
  </ul>
)

/** Links to an available game. Unavailable games are plain content. */
const Door = ({
  game,
  className,
  children,
}: {
  game: Game
  className: string
  children: ReactNode
}) =>
  game.isAvailable ? (
    <Link
      to={paths.product(game.slug)}
      prefetch="intent"
      className={`${className} transition-[border-color,box-shadow] duration-(--duration-quick) hover:border-lantern-deep hover:shadow-glow`}
    >
      {children}
    </Link>
  ) : (
    <span className={`${className} text-soft`}>{children}</span>
  )

const Offer = ({ game: { isAvailable, lowest } }: { game: Game }) =>
  isAvailable ? (
    lowest && (
      <>
        <span className="text-soft">from </span>
        <span className="money font-bold">
          <Price of={lowest} />
        </span>
      </>
    )
  ) : (
    <span className="inline-flex items-center rounded-sm bg-cancelled-soft px-2 py-0.5 text-xs font-semibold text-cancelled">
      Sold Out
    </span>
  )
