/** A line chart as SVG, readable on light and dark backgrounds. */
export type Plot = {
  title: string
  xLabel: string
  yLabel: string
  series: { name: string; points: [x: number, y: number][] }[]
  isLogX?: boolean
  isLogY?: boolean
}

const WIDTH = 760
const LINE_HEIGHT = 20
const ENTRY_GAP = 18
const LETTER = 6.6 // approximate width
const LEFT = 72
const RIGHT = 24
const TOP = 52
const PLOT_HEIGHT = 300
const TICKS = 6
const TICKS_MAX = 10
const COLOURS = [
  '#2f6fde',
  '#d9482b',
  '#1f9d63',
  '#a15fd6',
  '#b8860b',
  '#c2407f',
  '#118a9c',
  '#7a7f87',
]
const STYLE = `
  .paper { fill: #ffffff } text { fill: #1d2430; font: 12px system-ui, sans-serif }
  .title { font-size: 15px; font-weight: 600 } .grid { stroke: #1d2430; stroke-opacity: 0.12 } .axis { stroke: #1d2430 }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #12161d } text { fill: #e6e9ef } .grid { stroke: #e6e9ef } .axis { stroke: #e6e9ef }
  }`

export function plotLines({ series, ...rest }: Plot): string {
  const plot = { ...rest, series: series.map((line) => dropUnseen(line, rest)) }
  const legend = layLegend(plot.series.map(({ name }) => name))
  const bottom = TOP + PLOT_HEIGHT
  const height = bottom + 58 + legend.height
  const x = makeScale(
    plot.series.flatMap(({ points }) => points.map(([value]) => value)),
    { from: LEFT, to: WIDTH - RIGHT, isLog: plot.isLogX ?? false, isTight: true },
  )
  const y = makeScale(
    plot.series.flatMap(({ points }) => points.map(([, value]) => value)),
    { from: bottom, to: TOP, isLog: plot.isLogY ?? false, isTight: false },
  )
  const right = WIDTH - RIGHT
  const middle = (LEFT + right) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escape(plot.title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>`,
    `<text class="title" x="${LEFT}" y="28">${escape(plot.title)}</text>`,
    ...y.ticks.flatMap((value) => [
      `<line class="grid" x1="${LEFT}" y1="${y.at(value)}" x2="${right}" y2="${y.at(value)}"/>`,
      `<text x="${LEFT - 8}" y="${y.at(value) + 4}" text-anchor="end">${shorten(value)}</text>`,
    ]),
    ...x.ticks.flatMap((value) => [
      `<line class="grid" x1="${x.at(value)}" y1="${TOP}" x2="${x.at(value)}" y2="${bottom}"/>`,
      `<text x="${x.at(value)}" y="${bottom + 18}" text-anchor="middle">${shorten(value)}</text>`,
    ]),
    `<path class="axis" fill="none" d="M${LEFT} ${TOP}V${bottom}H${right}"/>`,
    `<text x="${middle}" y="${bottom + 38}" text-anchor="middle">${escape(plot.xLabel)}</text>`,
    `<text transform="translate(18 ${(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">${escape(plot.yLabel)}</text>`,
    ...plot.series.map(({ points }, index) => drawLine(points, index, { x, y })),
    ...legend.entries.map(({ name, left, line }, index) => {
      const top = bottom + 60 + line * LINE_HEIGHT
      const mark = `<path d="M${left} ${top - 4}h18" stroke="${colourOf(index)}"${dashOf(index)} stroke-width="3"/>`
      return `${mark}<text x="${left + 24}" y="${top}">${escape(name)}</text>`
    }),
    '</svg>\n',
  ].join('\n')
}

const hasPlace = (value: number, isLog = false): boolean =>
  Number.isFinite(value) && (!isLog || value > 0)

/** Drops points that could not be measured, and zero or less on a logarithmic axis. */
function dropUnseen(
  { name, points }: Plot['series'][number],
  { isLogX, isLogY }: Pick<Plot, 'isLogX' | 'isLogY'>,
): Plot['series'][number] {
  return { name, points: points.filter(([x, y]) => hasPlace(x, isLogX) && hasPlace(y, isLogY)) }
}

type Scale = { at(value: number): number; ticks: number[] }
type Range = { from: number; to: number; isLog: boolean; isTight: boolean }

/** Maps values to positions in the picture. Linear vertical scales begin at zero. */
function makeScale(values: number[], { from, to, isLog, isTight }: Range): Scale {
  const wanted = [...new Set(values)].toSorted((a, b) => a - b)
  const ticks = isLog
    ? listLogTicks(wanted, isTight)
    : listTicks(isTight ? (wanted[0] ?? 0) : 0, wanted.at(-1) ?? 1)
  const measure = (value: number) => (isLog ? Math.log10(value) : value)
  const ends = isTight ? wanted : [...ticks, ...(isLog ? wanted : [])].toSorted((a, b) => a - b)
  const [low, high] = [measure(ends[0] ?? 1), measure(ends.at(-1) ?? 1)]
  const at = (value: number) =>
    Math.round(10 * (from + ((measure(value) - low) / (high - low || 1)) * (to - from))) / 10
  return { at, ticks: ticks.filter((value) => measure(value) >= low && measure(value) <= high) }
}

/** Labels the measured values on a horizontal axis if they are few, and otherwise powers of ten. */
function listLogTicks(wanted: number[], isTight: boolean): number[] {
  if (isTight && wanted.length <= TICKS_MAX) return wanted
  const low = Math.floor(Math.log10(wanted[0] ?? 1))
  const high = Math.ceil(Math.log10(wanted.at(-1) ?? 1))
  const powers = Array.from({ length: high - low + 1 }, (_, nth) => 10 ** (low + nth))
  return high - low > 2 ? powers : powers.flatMap((power) => [power, 2 * power, 5 * power])
}

function listTicks(low: number, high: number): number[] {
  const rough = (high - low || 1) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
  const [first, last] = [Math.ceil(low / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, nth) => (first + nth) * step)
}

type Scales = { x: Scale; y: Scale }

const DOTS_MAX = 40

function drawLine(points: [number, number][], index: number, { x, y }: Scales): string {
  const colour = colourOf(index)
  const places = points.map(([left, top]) => [x.at(left), y.at(top)] as const)
  const path = places.map(([left, top], nth) => `${nth ? 'L' : 'M'}${left} ${top}`).join('')
  const dots = places.map(
    ([left, top]) => `<circle cx="${left}" cy="${top}" r="3" fill="${colour}"/>`,
  )
  const line = `<path class="line" stroke="${colour}"${dashOf(index)} d="${path}"/>`
  return line + (dots.length > DOTS_MAX ? '' : dots.join(''))
}

/** Places names side by side and starts a new line when one is full. */
function layLegend(names: string[]) {
  let left = LEFT
  let line = 0
  const entries = names.map((name) => {
    const width = 24 + name.length * LETTER + ENTRY_GAP
    if (left > LEFT && left + width > WIDTH - RIGHT) {
      left = LEFT
      line++
    }
    const entry = { name, left, line }
    left += width
    return entry
  })
  return { entries, height: (line + 1) * LINE_HEIGHT }
}

const colourOf = (index: number): string => COLOURS[index % COLOURS.length]!
/** Lines are dashed once the colours repeat. */
const dashOf = (index: number): string => (index < COLOURS.length ? '' : ' stroke-dasharray="6 4"')

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })
const shorten = (value: number) =>
  Math.abs(value) < 1000 ? String(Number(value.toPrecision(6))) : COMPACT.format(value)

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
