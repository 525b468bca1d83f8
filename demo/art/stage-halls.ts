import { INK, LANTERN, hex, mix, type Colour } from './colour.ts'
import { glow, path, polygon, round, type Flat, type Pen } from './pen.ts'
import {
  beam,
  column,
  dusk,
  embers,
  fog,
  mountains,
  range,
  sky,
  small,
  stars,
} from './stage-parts.ts'

/** Rows of columns on both sides, farthest first. */
function colonnade(pen: Pen, x: number, colour: Colour): string {
  const h = pen.height
  return range(5)
    .map((index) => {
      const near = (index + 1) / 5
      const off = small(pen) * (0.16 + near ** 1.6 * 0.4)
      const size: Flat = [small(pen) * (0.03 + near ** 1.6 * 0.09), h * (0.28 + near ** 1.6 * 0.6)]
      const base = h * (0.7 + near ** 1.6 * 0.26)
      const shade = mix(dusk(pen, 0.5, 0.1), colour, near)
      return column(pen, [x - off, base], size, shade) + column(pen, [x + off, base], size, shade)
    })
    .join('')
}

export function temple(pen: Pen, [x, y]: Flat): string {
  const h = pen.height
  const steps = range(6)
    .map((step) => {
      const top = h * (0.72 + step * 0.05)
      const half = small(pen) * (0.26 + step * 0.09)
      const lit = pen.linear(
        [x - half, 0],
        [x + half, 0],
        [
          [0, dusk(pen, 0.2)],
          [0.5, mix(dusk(pen, 0.5), LANTERN, 0.35)],
          [1, dusk(pen, 0.16)],
        ],
      )
      const rise = pen.linear(
        [0, top],
        [0, top + h * 0.06],
        [
          [0, dusk(pen, 0.3)],
          [1, dusk(pen, 0.12)],
        ],
      )
      const tread = polygon([
        [x - half, top],
        [x + half, top],
        [x + half * 1.08, top + h * 0.018],
        [x - half * 1.08, top + h * 0.018],
      ])
      const front = polygon([
        [x - half * 1.08, top + h * 0.018],
        [x + half * 1.08, top + h * 0.018],
        [x + half * 1.08, h],
        [x - half * 1.08, h],
      ])
      return path(front, rise) + path(tread, lit)
    })
    .join('')
  return [
    sky(pen),
    stars(pen, 80),
    mountains(pen, {
      base: 0.78,
      height: 0.3,
      peaks: 4,
      colour: dusk(pen, 0.36),
      fog: dusk(pen, 0.5, 0.13),
    }),
    glow(pen, [x, y], { radius: small(pen) * 0.85, colour: [0.82, 0.13, 75], strength: 0.5 }),
    glow(pen, [x, y], { radius: small(pen) * 0.6, colour: [0.8, 0.15, pen.hue], strength: 0.6 }),
    steps,
    colonnade(pen, x, dusk(pen, 0.3, 0.06)),
    fog(pen, 0.8, 0.22, [[0.7, 0.1, pen.hue], 0.35]),
    embers(pen, 24),
  ].join('')
}

function archWindow(pen: Pen, at: number, size: number): string {
  const h = pen.height
  const [half, top, base] = [size * 0.5, h * 0.1, h * 0.62]
  const fill = pen.linear(
    [0, top],
    [0, base],
    [
      [0, [0.55, 0.13, pen.hue]],
      [0.6, [0.78, 0.11, pen.hue]],
      [1, [0.9, 0.08, 80]],
    ],
  )
  const d = `M${round(at - half)} ${round(base)}V${round(top + half * 1.4)}Q${round(at - half)} ${round(top + half * 0.3)} ${round(at)} ${round(top)}Q${round(at + half)} ${round(top + half * 0.3)} ${round(at + half)} ${round(top + half * 1.4)}V${round(base)}z`
  const bars = `M${round(at)} ${round(top)}V${round(base)}M${round(at - half)} ${round(top + h * 0.2)}h${round(size)}M${round(at - half)} ${round(top + h * 0.36)}h${round(size)}`
  return (
    path(d, fill, 'fill-opacity=".8"') +
    `<path d="${bars}" stroke="${hex(INK)}" stroke-width="${round(size * 0.05)}"/>`
  )
}

/** A chequered floor between tall windows. */
export function hall(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const horizon = 0.66
  const windows = range(Math.ceil(w / h / 0.16) + 2).map(
    (index) => x + (index - Math.ceil(w / h / 0.32)) * small(pen) * 0.31,
  )
  const rows = range(9)
  const depth = (row: number) => h * horizon + h * (1 - horizon) * (row / 8) ** 1.8
  const tiles = rows.flatMap((row) =>
    range(30)
      .filter((tile) => (tile + row) % 2 === 0 && row < 8)
      .map((tile) => {
        const at = (column: number, line: number) =>
          x + (column - 15) * small(pen) * (0.045 + (line / 8) ** 1.8 * 0.24)
        const fill = mix([0.62, 0.05, 75], dusk(pen, 0.24), (Math.abs(tile - 15) / 15) ** 0.7)
        return path(
          polygon([
            [at(tile, row), depth(row)],
            [at(tile + 1, row), depth(row)],
            [at(tile + 1, row + 1), depth(row + 1)],
            [at(tile, row + 1), depth(row + 1)],
          ]),
          hex(fill),
          'fill-opacity=".8"',
        )
      }),
  )
  return [
    sky(pen, { low: dusk(pen, 0.3), horizon }),
    ...windows.map((at) => archWindow(pen, at, small(pen) * 0.2)),
    ...windows.map((at) =>
      beam(pen, [at, h * 0.15], [at + small(pen) * 0.3, h * 0.95], {
        spread: small(pen) * 0.14,
        colour: [0.85, 0.1, pen.hue],
        strength: 0.2,
      }),
    ),
    path(`M0 ${round(h * horizon)}H${w}V${h}H0z`, hex(dusk(pen, 0.14))),
    ...tiles,
    glow(pen, [x, y], { radius: small(pen) * 0.7, colour: [0.85, 0.12, 75], strength: 0.5 }),
    fog(pen, horizon, 0.16, [[0.7, 0.09, pen.hue], 0.5]),
    colonnade(pen, x, dusk(pen, 0.26, 0.05)),
    embers(pen, 20),
  ].join('')
}
