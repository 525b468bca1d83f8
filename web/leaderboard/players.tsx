import type { Row } from './load-boards.ts'

const MEDALS: Record<number, { row: string; stone: string }> = {
  1: { row: 'border-gold bg-gold/15', stone: 'bg-gold text-on-lantern' },
  2: { row: 'border-silver bg-silver/15', stone: 'bg-silver text-on-lantern' },
  3: { row: 'border-bronze bg-bronze/15', stone: 'bg-bronze text-on-lantern' },
}
const OTHERS = { row: 'border-transparent', stone: 'bg-sunken text-ink' }

export const Players = ({ rows }: { rows: Row[] }) => (
  <ol className="mt-4 grid gap-2">
    {rows.map(({ rank, name, total }) => {
      const medal = MEDALS[rank] ?? OTHERS
      return (
        <li
          key={rank}
          className={`flex min-h-14 items-center gap-3 rounded-md border px-3 py-2 sm:gap-4 sm:px-4 ${medal.row}`}
        >
          <span
            className={`facet-2 grid size-9 flex-none place-items-center font-display font-heavy ${medal.stone}`}
          >
            {rank}
          </span>
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
          <span className="money text-lg whitespace-nowrap">{total}</span>
        </li>
      )
    })}
  </ol>
)
