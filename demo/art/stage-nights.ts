import { FLAME, INK, LANTERN, hex, mix } from './colour.ts'
import { lathe, type Mesh } from './mesh.ts'
import { glow, path, polygon, round, type Flat, type Pen } from './pen.ts'
import { drawMesh } from './shade.ts'
import { beam, dusk, embers, fog, mountains, range, sky, small, stars } from './stage-parts.ts'

/** A felt table under one lamp, with curtains behind it. */
export function table(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const folds = range(Math.ceil(w / 53) + 1).map((fold) => {
    const at = fold * 53
    const fill = pen.linear(
      [at, 0],
      [at + 53, 0],
      [
        [0, dusk(pen, 0.16, 0.07)],
        [0.35, dusk(pen, 0.42, 0.15)],
        [0.6, dusk(pen, 0.26, 0.11)],
        [1, dusk(pen, 0.12, 0.05)],
      ],
    )
    return `<rect x="${at}" width="54" height="${h}" fill="${fill}"/>`
  })
  const top = h * 0.86
  const felt = pen.radial([x, top], small(pen) * 0.85, [
    [0, [0.62, 0.14, pen.hue]],
    [0.5, [0.38, 0.12, pen.hue + 5]],
    [1, [0.16, 0.06, pen.hue + 10]],
  ])
  const ellipse = (share: number, fill: string, more = '') =>
    `<ellipse cx="${round(x)}" cy="${round(top)}" rx="${round(small(pen) * 0.74 * share)}" ry="${round(h * 0.15 * share)}" fill="${fill}" ${more}/>`
  const wood = pen.linear(
    [x - w * 0.5, 0],
    [x + w * 0.5, 0],
    [
      [0, [0.3, 0.08, 40]],
      [0.35, [0.72, 0.13, 65]],
      [0.65, [0.45, 0.11, 50]],
      [1, [0.22, 0.07, 30]],
    ],
  )
  const chips = range(12).map((index) => {
    const stack = index % 4
    const at: Flat = [
      x + [-0.42, -0.31, 0.33, 0.43][stack]! * small(pen),
      top + h * (stack % 3 === 0 ? 0.0 : 0.045) - Math.floor(index / 4) * 11,
    ]
    return drawMesh(pen, CHIP, { at, scale: small(pen) * 0.05, hue: pen.hue + stack * 70 })
  })
  return [
    ...folds,
    fog(pen, 0.0, 0.6, [INK, 0.7]),
    beam(pen, [x, -h * 0.1], [x, h * 0.98], {
      spread: small(pen) * 0.6,
      colour: FLAME,
      strength: 0.5,
    }),
    glow(pen, [x, y], { radius: small(pen) * 0.7, colour: [0.85, 0.13, 70], strength: 0.65 }),
    path(`M0 ${round(h * 0.86)}H${w}V${h}H0z`, hex(INK), 'fill-opacity=".7"'),
    ellipse(1.08, wood),
    ellipse(1, felt),
    ellipse(0.86, 'none', `stroke="${hex(LANTERN)}" stroke-opacity=".55" stroke-width="3"`),
    ...chips,
    embers(pen, 30, FLAME),
  ].join('')
}

const CHIP: Mesh = lathe(
  [
    [0.9, -0.16, 'warm'],
    [1, -0.1],
    [1, 0.14],
    [0.9, 0.2],
  ],
  14,
).map(({ points, tone }) => ({
  tone,
  points: points.map(([x, y, z]) => [x, y * 0.93 + z * 0.36, z * 0.93 - y * 0.36] as const),
}))

/** A lamp of a string. */
function lamp(pen: Pen, at: Flat, size: number): string {
  const [x, y] = at
  const paper = pen.linear(
    [0, y],
    [0, y + size * 2],
    [
      [0, [0.74, 0.17, 50]],
      [0.5, [0.94, 0.1, 86]],
      [1, [0.7, 0.18, 42]],
    ],
  )
  const body = polygon([
    [x - size * 0.45, y],
    [x + size * 0.45, y],
    [x + size * 0.8, y + size * 0.5],
    [x + size * 0.8, y + size * 1.4],
    [x + size * 0.45, y + size * 1.9],
    [x - size * 0.45, y + size * 1.9],
    [x - size * 0.8, y + size * 1.4],
    [x - size * 0.8, y + size * 0.5],
  ])
  const ribs = `M${round(x - size * 0.4)} ${round(y)}v${round(size * 1.9)}M${round(x + size * 0.4)} ${round(y)}v${round(size * 1.9)}M${round(x - size * 0.8)} ${round(y + size * 0.5)}h${round(size * 1.6)}M${round(x - size * 0.8)} ${round(y + size * 1.4)}h${round(size * 1.6)}`
  return (
    glow(pen, [x, y + size], { radius: size * 4.6, colour: [0.84, 0.16, 68], strength: 0.6 }) +
    path(body, paper) +
    `<path d="${ribs}" stroke="${hex([0.5, 0.15, 40])}" stroke-opacity=".5" stroke-width="${round(size * 0.08)}" fill="none"/>`
  )
}

/** Three windows, lit from inside. */
function shutters(pen: Pen, [at, top]: Flat, span: number): string {
  const panes = range(3).map((pane) => {
    const [left, upper] = [at - span * 0.36 + pane * span * 0.26, top + span * 0.72]
    const light = pen.linear(
      [0, upper],
      [0, upper + span * 0.5],
      [
        [0, [0.93, 0.12, 85]],
        [1, [0.7, 0.17, 52]],
      ],
    )
    const bars = `M${round(left + span * 0.1)} ${round(upper)}v${round(span * 0.5)}M${round(left)} ${round(upper + span * 0.25)}h${round(span * 0.2)}`
    return `<rect x="${round(left)}" y="${round(upper)}" width="${round(span * 0.2)}" height="${round(span * 0.5)}" fill="${light}"/><path d="${bars}" stroke="${hex([0.3, 0.09, 35])}" stroke-width="${round(span * 0.025)}"/>`
  })
  return panes.join('')
}

function house(pen: Pen, x: number, side: number, step: number): string {
  const h = pen.height
  const near = (step + 1) / 4
  const at = x + side * small(pen) * (0.2 + near * 0.36)
  const top = h * (0.62 - near * 0.16)
  const span = small(pen) * (0.1 + near * 0.24)
  const tile = pen.linear(
    [0, top],
    [0, top + span],
    [
      [0, mix(dusk(pen, 0.42, 0.1), LANTERN, 0.3)],
      [1, dusk(pen, 0.2, 0.06)],
    ],
  )
  const wall = pen.linear(
    [at - side * span * 0.5, 0],
    [at + side * span * 0.5, 0],
    [
      [0, [0.48, 0.11, 45]],
      [1, [0.17, 0.05, 320]],
    ],
  )
  return (
    path(
      polygon([
        [at - span * 0.5, top + span * 0.4],
        [at + span * 0.5, top + span * 0.4],
        [at + span * 0.5, h],
        [at - span * 0.5, h],
      ]),
      wall,
    ) +
    shutters(pen, [at, top], span) +
    path(
      `M${round(at - span * 0.75)} ${round(top + span * 0.42)}Q${round(at - span * 0.3)} ${round(top + span * 0.3)} ${round(at - span * 0.2)} ${round(top)}H${round(at + span * 0.2)}Q${round(at + span * 0.3)} ${round(top + span * 0.3)} ${round(at + span * 0.75)} ${round(top + span * 0.42)}L${round(at + span * 0.68)} ${round(top + span * 0.55)}H${round(at - span * 0.68)}z`,
      tile,
    )
  )
}

function string(pen: Pen, top: number, size: number, count: number): string {
  const [w, h] = [pen.width, pen.height]
  const points = range(count).map((index): Flat => {
    const share = (index + 0.5) / count
    return [share * w, h * top + Math.sin(share * Math.PI) * h * 0.07]
  })
  const wire = `M0 ${round(h * top)}Q${round(w / 2)} ${round(h * (top + 0.14))} ${w} ${round(h * top)}`
  return (
    `<path d="${wire}" stroke="${hex([0.4, 0.06, 40])}" stroke-width="2.5" fill="none"/>` +
    points.map((at) => lamp(pen, [at[0], at[1] + 4], size * small(pen))).join('')
  )
}

/** A lane of the night market, with roofs on both sides and lanterns above. */
export function market(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const lamps = Math.round((4 * w) / small(pen))
  return [
    sky(pen, { low: [0.55, 0.15, 50], horizon: 0.76 }),
    stars(pen, 80, 0.4),
    mountains(pen, {
      base: 0.76,
      height: 0.2,
      peaks: 4,
      colour: dusk(pen, 0.34),
      fog: [0.52, 0.13, 45],
    }),
    glow(pen, [x, y], { radius: small(pen) * 0.8, colour: [0.85, 0.14, 68], strength: 0.6 }),
    ...[0, 1, 2, 3].flatMap((step) => [house(pen, x, -1, step), house(pen, x, 1, step)]),
    path(
      polygon([
        [x - small(pen) * 0.14, h * 0.74],
        [x + small(pen) * 0.14, h * 0.74],
        [x + small(pen) * 0.5, h],
        [x - small(pen) * 0.5, h],
      ]),
      pen.linear(
        [0, h * 0.74],
        [0, h],
        [
          [0, [0.6, 0.13, 55]],
          [1, dusk(pen, 0.14)],
        ],
      ),
    ),
    fog(pen, 0.76, 0.16, [[0.8, 0.14, 65], 0.45]),
    string(pen, 0.05, 0.035, lamps + 2),
    string(pen, -0.02, 0.055, lamps),
    embers(pen, 24),
  ].join('')
}
