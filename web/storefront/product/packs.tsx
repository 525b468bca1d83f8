import { startTransition, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { paths } from '#web/paths.ts'
import { DeliveryFacts } from '#web/features/pack/delivery-facts.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { useOnFirstUse } from '#web/ui/hooks/use-on-first-use.ts'
import type { ShownGame } from './load-game.ts'
import { Pack } from './pack.tsx'
import { useResellerPrices } from './use-reseller-prices.ts'
import { useBuysHere } from './use-buys-here.ts'

export const PACKS_ID = 'packs'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'available', label: 'Available' },
]

/** The packs of a game. Radio buttons and CSS filter them, so it works without JavaScript. */
export function Packs({ game }: { game: ShownGame }) {
  const { slug, packs, known, isAvailable } = game
  const resellerPrices = useResellerPrices(slug)
  const buysHere = useBuysHere()
  const [isUsed, setUsed] = useState(false)
  useOnFirstUse(async () => startTransition(() => setUsed(true))) // the touch itself is answered first
  const toPack = (pack: string): string =>
    buysHere ? paths.buyHere(slug, { pack }) : paths.purchaseOf({ gameSlug: slug, itemSlug: pack })
  return (
    <section
      id={PACKS_ID}
      aria-labelledby="packs-title"
      className="group/packs grid content-start gap-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="packs-title" className="text-2xl">
          Choose a pack
        </h2>
        {packs.length > 0 && <Filter />}
      </div>
      <DeliveryFacts {...known} />
      {!isAvailable && (
        <p className="facet border border-line bg-stall p-4 text-soft">
          {game.name} is sold out for the moment. Prices are shown for reference.
        </p>
      )}
      {packs.length === 0 ? (
        <EmptyState title="No packs yet">They are coming soon. Please check back later.</EmptyState>
      ) : (
        <>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4 xl:grid-cols-4">
            {packs.map((pack) => (
              <Pack
                key={pack.slug}
                pack={pack}
                to={toPack(pack.slug)}
                resellerPrice={resellerPrices?.get(pack.slug)}
              />
            ))}
          </ul>
          {buysHere && isUsed && <PrefetchPageLinks page={toPack('')} />}
          {!packs.some((pack) => pack.isAvailable) && (
            <p className="hidden py-8 text-center text-soft group-has-[input[value=available]:checked]/packs:block">
              No pack is available right now.
            </p>
          )}
        </>
      )}
    </section>
  )
}

const Filter = () => (
  <fieldset className="flex rounded-md border border-line bg-sunken p-0.5">
    <legend className="sr-only">Packs to show</legend>
    {FILTERS.map(({ value, label }) => (
      <label
        key={value}
        className="relative inline-flex min-h-11 items-center rounded-sm px-4 text-sm font-semibold text-soft has-checked:bg-raised has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-3 has-focus-visible:outline-glass"
      >
        <input
          type="radio"
          name="packs"
          value={value}
          defaultChecked={value === 'all'}
          className="absolute inset-0 appearance-none opacity-0"
        />
        {label}
      </label>
    ))}
  </fieldset>
)
