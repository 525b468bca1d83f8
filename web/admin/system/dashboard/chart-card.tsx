import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { Card } from '#web/ui/card.tsx'
import { lineLink } from '#web/ui/text-link.ts'

const HEIGHT = 300
const ANIMATION_MS = 1_500 // Recharts turns the animation off for people who prefer reduced motion

type Key = 'revenue' | 'orderProfit' | 'orderCount'

export type Row = Record<Key, number> & { label: string; name: string }

type Unit = { format: (value: number) => string; formatShort: (value: number) => string }
type Lines = readonly { key: Key; name: string; look: keyof typeof LOOKS }[]

/** Lines differ by dashes as well as by colour. */
const LOOKS = {
  lantern: { color: 'var(--color-lantern-deep)', dashes: 'none' },
  glass: { color: 'var(--color-glass)', dashes: '7 5' },
} as const

type ChartCardProps = { title: string; lines: Lines; rows: Row[]; unit: Unit; note: string }

/** Shows a line chart for people who can see it, and the same figures as a table. */
export const ChartCard = (chart: ChartCardProps) => (
  <Card title={chart.title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <Legend {...chart} />
    <div aria-hidden="true" className="-ml-3 text-sm">
      <Drawing {...chart} />
    </div>
    <details>
      <summary className={lineLink}>
        As a table<span className="sr-only">: {chart.title}</span>
      </summary>
      <Figures {...chart} />
    </details>
  </Card>
)

const Legend = ({ lines, note }: ChartCardProps) => (
  <ul className="-mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
    {lines.map(({ key, name, look }) => (
      <li key={key} className="flex items-center gap-2">
        <svg viewBox="0 0 28 4" className="h-1 w-7" aria-hidden="true">
          <path
            d="M0 2h28"
            stroke={LOOKS[look].color}
            strokeWidth="4"
            strokeDasharray={LOOKS[look].dashes}
          />
        </svg>
        {name}
      </li>
    ))}
    {note && <li className="sm:ml-auto">{note}</li>}
  </ul>
)

const TICK = { fill: 'var(--color-soft)' }
const LINE = { stroke: 'var(--color-line)' }
const PAPER = {
  background: 'var(--color-raised)',
  border: '1px solid var(--color-line)',
  borderRadius: 'var(--radius-md)',
  color: 'var(--color-ink)',
}

const Drawing = ({ lines, rows, unit }: ChartCardProps) => (
  <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 1, height: HEIGHT }}>
    <LineChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 16, bottom: 0 }}>
      <CartesianGrid stroke="var(--color-line)" strokeDasharray="2 4" vertical={false} />
      <XAxis dataKey="label" tick={TICK} tickLine={false} axisLine={LINE} minTickGap={12} />
      <YAxis
        width={64}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        tickFormatter={unit.formatShort}
      />
      <Tooltip
        contentStyle={PAPER}
        cursor={LINE}
        isAnimationActive={false}
        separator=": "
        itemSorter={({ value }) => -Number(value)} // in the order of the lines
        labelFormatter={(_, [point]) => (point?.payload as Row | undefined)?.name}
        formatter={(value) => unit.format(Number(value))}
      />
      {lines.map(({ key, name, look }) => (
        <Line
          key={key}
          dataKey={key}
          name={name}
          type="monotone"
          stroke={LOOKS[look].color}
          strokeDasharray={LOOKS[look].dashes}
          strokeWidth={2.5}
          dot={rows.length > 31 ? false : { r: 3, strokeDasharray: 'none' }}
          animationDuration={ANIMATION_MS}
        />
      ))}
    </LineChart>
  </ResponsiveContainer>
)

/** The table is narrow enough to stay a table on every screen. */
const Figures = ({ title, lines, rows, unit }: ChartCardProps) => (
  <section
    aria-label={title}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach what scrolls
    tabIndex={0}
    className="max-h-80 overflow-auto border border-line"
  >
    <table className="w-full text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="text-soft">
        <tr>
          <th scope="col" className="px-3 py-2 text-left font-semibold">
            Day
          </th>
          {lines.map(({ key, name }) => (
            <th key={key} scope="col" className="px-3 py-2 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t border-line">
            <td className="px-3 py-1.5">{row.name}</td>
            {lines.map(({ key }) => (
              <td key={key} className="money px-3 py-1.5 text-right">
                {unit.format(row[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
