import { Gem } from '#web/ui/gem.tsx'

/** First place in the middle, the higher the better; read in the order of rank. */
const STEPS = [
  { rank: 1, place: 'order-2', height: 'h-40', stone: 'bg-gold', name: '1st' },
  { rank: 2, place: 'order-1', height: 'h-30', stone: 'bg-silver', name: '2nd' },
  { rank: 3, place: 'order-3', height: 'h-24', stone: 'bg-bronze', name: '3rd' },
]

export const Podium = () => (
  <ol aria-label="The first three" className="grid grid-cols-3 items-end gap-2">
    {STEPS.map(({ rank, place, height, stone, name }) => (
      <li key={rank} className={`grid content-end gap-2 text-center ${place}`}>
        <Gem className="mx-auto size-9 opacity-50" />
        <span className="text-sm">Still open</span>
        <span
          className={`facet grid content-start pt-3 font-display text-xl font-heavy text-on-lantern ${stone} ${height}`}
        >
          {name}
        </span>
      </li>
    ))}
  </ol>
)
