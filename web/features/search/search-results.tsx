import { Link } from 'react-router'
import type { Game } from '#contract/catalogue/catalog.ts'
import { imageSources } from '#contract/core/images.ts'
import { paths } from '#web/paths.ts'
import { Gem } from '#web/ui/gem.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { Found } from './use-game-search.ts'

export const RESULTS_ID = 'search-results'
export const resultId = (index: number) => `search-result-${index}`

type Props = { found: Found | null; active: number; onFollow: () => void }

export function SearchResults({ found, active, onFollow }: Props) {
  const games = found?.games ?? []
  return (
    <>
      <output className="sr-only">{found && describe(found)}</output>
      <div
        className={`facet absolute inset-x-0 top-full mt-2 overflow-hidden border border-line bg-raised p-1.5 shadow-high ${found ? '' : 'hidden'}`}
      >
        {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- the field keeps the focus, as a combobox does */}
        <div
          id={RESULTS_ID}
          // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- native list boxes cannot hold pictures and links
          role="listbox"
          aria-label="Games found"
          onMouseDown={(event) => event.preventDefault()} // the field would lose the focus and close before the click
        >
          {games.map((game, index) => (
            <Link
              key={game.gameSlug}
              id={resultId(index)}
              // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- each option is also a link
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              to={paths.product(game.gameSlug)}
              onClick={onFollow}
              className="flex min-h-14 items-center gap-3 rounded-sm px-2 py-1.5 hover:bg-sunken aria-selected:bg-lantern-soft"
            >
              <Thumbnail game={game} />
              <span className="grid min-w-0">
                <span className="truncate font-semibold">{game.gameName}</span>
                <span className="truncate text-sm text-soft">{game.gameFrom}</span>
              </span>
              {!game.gameAvailablity && <span className="ml-auto text-sm text-soft">Sold Out</span>}
            </Link>
          ))}
        </div>
        {found && games.length === 0 && (
          <p className="px-3 py-2.5 text-soft" aria-hidden="true">
            {describe(found)}
          </p>
        )}
      </div>
    </>
  )
}

const THUMBNAIL_WIDTH_MAX = 160

const Thumbnail = ({ game: { gameImageId: picture } }: { game: Game }) => (
  <span className="facet-2 relative grid h-11 w-9 shrink-0 place-items-center overflow-hidden bg-sunken">
    {picture ? (
      <Picture
        avif={imageSources(picture, 'avif', THUMBNAIL_WIDTH_MAX)}
        webp={imageSources(picture, 'webp', THUMBNAIL_WIDTH_MAX)}
        shape={picture}
        alt=""
        sizes="36px"
        className="absolute inset-0 size-full object-cover"
      />
    ) : (
      <Gem className="size-5" />
    )}
  </span>
)

function describe({ text, games }: Found): string {
  if (!games) return 'Search isn’t available. Try again.'
  if (games.length === 0) return `No games match “${text}”.`
  return games.length === 1 ? '1 game found' : `${games.length} games found`
}
