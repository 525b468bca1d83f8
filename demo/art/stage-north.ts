import { INK, hex, mix, type Colour } from './colour.ts'
import { feather } from './facets.ts'
import { lathe, mapMesh, turn, type Mesh } from './mesh.ts'
import { glow, path, polygon, type Flat, type Pen } from './pen.ts'
import { drawMesh } from './shade.ts'
import { dusk, embers, fog, mountains, range, sky, small, stars } from './stage-parts.ts'

export function ice(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const curtain = (shift: number, hue: number, strength: number) => {
    const fill = pen.linear(
      [0, h * 0.05],
      [0, h * 0.6],
      [
        [0, [0.8, 0.13, hue], 0],
        [0.6, [0.82, 0.15, hue], strength],
        [1, [0.85, 0.12, hue], 0],
      ],
    )
    const d = `M${-w * 0.1} ${h * (0.1 + shift)}C${w * 0.2} ${h * shift} ${w * 0.45} ${h * (0.24 + shift)} ${w * 0.7} ${h * (0.08 + shift)}S${w} ${h * shift} ${w * 1.1} ${h * (0.1 + shift)}V${h * (0.44 + shift)}C${w} ${h * (0.34 + shift)} ${w * 0.6} ${h * (0.62 + shift)} ${w * 0.4} ${h * (0.46 + shift)}S${w * 0.1} ${h * (0.4 + shift)} ${-w * 0.1} ${h * (0.5 + shift)}z`
    return path(d, fill)
  }
  const spike = (at: number, side: number) =>
    feather({
      root: [0, 0],
      angle: side * pen.random(4, 26),
      length: pen.random(0.5, 1.15),
      width: pen.random(0.2, 0.32),
      tone: at % 3 === 0 ? 'pale' : 'main',
    })
  const cluster = (from: number, side: number) =>
    Array.from({ length: 7 }, (_, index) =>
      drawMesh(pen, spike(index, side), {
        at: [from + side * -index * w * 0.035, h * 1.02],
        scale: h * 0.26 * (1 - index * 0.08),
      }),
    ).toReversed()
  return [
    sky(pen, { low: [0.6, 0.1, 215], horizon: 0.72 }),
    stars(pen, 90),
    curtain(0, pen.hue - 50, 0.5),
    curtain(0.1, pen.hue, 0.45),
    curtain(-0.06, pen.hue + 60, 0.3),
    glow(pen, [x, y], { radius: small(pen) * 0.75, colour: [0.8, 0.1, pen.hue], strength: 0.55 }),
    mountains(pen, {
      base: 0.84,
      height: 0.26,
      peaks: 4,
      colour: [0.66, 0.07, 230],
      fog: [0.62, 0.09, 215],
    }),
    mountains(pen, {
      base: 0.98,
      height: 0.2,
      peaks: 5,
      colour: [0.4, 0.09, 250],
      fog: [0.3, 0.08, 250],
    }),
    fog(pen, 0.84, 0.2, [[0.85, 0.05, 215], 0.5]),
    ...cluster(w * 0.06 + w * 0.2, 1),
    ...cluster(w * 0.94 - w * 0.2, -1),
    embers(pen, 26, [0.92, 0.05, 220]),
  ].join('')
}

type Pine = { at: number; base: number; tall: number; colour: Colour }

function pine({ at, base, tall, colour }: Pine): string {
  const tiers = [0, 1, 2, 3, 4].flatMap((tier) => {
    const top = base - tall + tier * tall * 0.17
    const half = tall * (0.09 + tier * 0.045)
    const low = top + tall * 0.3
    const left = polygon([
      [at, top],
      [at, low - tall * 0.04],
      [at - half, low],
    ])
    const right = polygon([
      [at, top],
      [at + half, low],
      [at, low - tall * 0.04],
    ])
    return (
      path(left, hex(mix(colour, [0.8, 0.12, 80], 0.16))) + path(right, hex(mix(colour, INK, 0.3)))
    )
  })
  return tiers.toReversed().join('')
}

export function forest(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const row = (base: number, tall: number, perCard: number, colour: Colour) => {
    const count = Math.round((perCard * w) / 640)
    const trees = range(count).map((index) => {
      const at = ((index + pen.random(0.1, 0.9)) / count) * w * 1.1 - w * 0.05
      const near = Math.min(1, Math.abs(at - x) / (small(pen) * 0.5))
      const own = tall * h * pen.random(0.75, 1.1) * (0.5 + near * 0.6)
      return pine({ at, base: base * h, tall: own, colour })
    })
    return trees.join('')
  }
  return [
    sky(pen, { low: dusk(pen, 0.6, 0.13), horizon: 0.75 }),
    stars(pen, 60),
    glow(pen, [x, y], { radius: small(pen) * 0.8, colour: [0.84, 0.14, 85], strength: 0.65 }),
    row(0.82, 0.34, 9, dusk(pen, 0.42, 0.09)),
    fog(pen, 0.76, 0.26, [[0.75, 0.1, pen.hue], 0.5]),
    row(0.93, 0.42, 8, dusk(pen, 0.28, 0.08)),
    fog(pen, 0.88, 0.2, [[0.62, 0.1, pen.hue], 0.4]),
    row(1.06, 0.52, 7, dusk(pen, 0.15, 0.05)),
    embers(pen, 34, [0.88, 0.15, 100]),
  ].join('')
}

/** A floating island: grass above, rock that narrows below. */
const isle = (pen: Pen): Mesh =>
  turn(
    mapMesh(
      lathe(
        [
          [0.7, -0.16, 'main'],
          [1, 0, 'main'],
          [0.86, 0.2, 'dark'],
          [0.62, 0.5, 'dark'],
          [0.34, 0.9, 'dark'],
          [0.04, 1.3, 'dark'],
        ],
        9,
      ),
      ([x, y, z]) => [x * pen.random(0.92, 1.08), y, z],
    ),
    { x: -16, y: pen.random(0, 40) },
  )

export function isles(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const cloud = (at: number, deep: number, strength: number) =>
    fog(pen, at, deep, [[0.95, 0.035, 85], strength])
  const put = (cx: number, cy: number, scale: number) =>
    drawMesh(pen, isle(pen), { at: [cx * w, cy * h], scale: scale * h })
  return [
    sky(pen, { low: [0.82, 0.1, pen.hue], horizon: 0.9 }),
    stars(pen, 60, 0.4),
    glow(pen, [x, y], { radius: small(pen) * 0.9, colour: [0.88, 0.11, 75], strength: 0.7 }),
    mountains(pen, {
      base: 0.9,
      height: 0.2,
      peaks: 5,
      colour: dusk(pen, 0.5, 0.1),
      fog: [0.8, 0.09, pen.hue],
    }),
    put(0.12, 0.2, 0.05),
    put(0.88, 0.26, 0.07),
    put(0.05, 0.52, 0.09),
    cloud(0.72, 0.2, 0.5),
    put(0.95, 0.62, 0.1),
    cloud(0.86, 0.24, 0.7),
    put(0.14, 0.84, 0.15),
    put(0.9, 0.94, 0.14),
    cloud(1, 0.22, 0.6),
    embers(pen, 16),
  ].join('')
}
