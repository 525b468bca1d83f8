import { Gem } from '#web/ui/gem.tsx'
import type { Row } from './load-boards.ts'

/** First place is highest and in the middle. Screen readers read the steps by rank. */
const STEPS = [
  { rank: 1, place: 'order-2', height: 'h-40', stone: 'bg-gold', name: '1st' },
  { rank: 2, place: 'order-1', height: 'h-30', stone: 'bg-silver', name: '2nd' },
  { rank: 3, place: 'order-3', height: 'h-24', stone: 'bg-bronze', name: '3rd' },
]

type PodiumProps = { rows: Row[]; isOpen: boolean }

export const Podium = ({ rows, isOpen }: PodiumProps) => (
  <ol aria-label="The first three" className="grid grid-cols-3 items-end gap-2">
    {STEPS.map(({ rank, place, height, stone, name }) => {
      const row = rows[rank - 1]
      return (
        <li key={rank} className={`grid min-w-0 content-end gap-1 text-center ${place}`}>
          <Gem className={`mx-auto mb-1 size-9 ${row ? '' : 'opacity-50'}`} />
          {row ? (
            <>
              <span className="truncate font-semibold" title={row.name}>
                {row.name}
              </span>
              <span className="money text-sm wrap-anywhere">{row.total}</span>
            </>
          ) : (
            <span className="text-sm">{isOpen ? 'Still open' : 'Nobody'}</span>
          )}
          <span
            className={`facet mt-1 grid content-start pt-3 font-display text-xl font-heavy text-on-lantern ${stone} ${height}`}
          >
            {name}
          </span>
        </li>
      )
    })}
  </ol>
)
