import { FLAME, hex, INK, LANTERN, mix, type Colour } from './colour.ts'
import { band, disc, glow, path, polygon, round, type Flat, type Pen } from './pen.ts'

/** Dark shades of the picture's hue, mixed towards ink. */
export const dusk = (pen: Pen, lightness: number, chroma = lightness * 0.36): Colour =>
  mix([lightness, chroma, pen.hue], [lightness, chroma * 0.8, 288], 0.35)

type Sky = { low?: Colour; horizon?: number }

/** A sky of ink at the top, the picture's hue below, and the last light at the horizon. */
export function sky(pen: Pen, { low = dusk(pen, 0.5, 0.15), horizon = 0.7 }: Sky = {}): string {
  const bottom = pen.height * horizon
  return band(pen, 0, pen.height, [
    [0, mix(INK, dusk(pen, 0.17, 0.06), 0.6)],
    [horizon * 0.45, dusk(pen, 0.26, 0.1)],
    [horizon * 0.8, mix(dusk(pen, 0.38, 0.13), low, 0.35)],
    [Math.min(1, bottom / pen.height), low],
    [1, dusk(pen, 0.2, 0.07)],
  ])
}

export function stars(pen: Pen, count: number, below = 0.6): string {
  const amount = Math.round((count * pen.width) / 640)
  return Array.from({ length: amount }, () => {
    const [x, y] = [pen.random(0, pen.width), pen.random(0, 1) ** 1.3 * pen.height * below]
    const size = pen.random(0, 1) ** 4 * 1.9 + 0.5
    const colour: Colour = pen.random(0, 1) > 0.7 ? FLAME : [0.93, 0.04, pen.hue]
    return disc([x, y], size, hex(colour), `fill-opacity="${round(pen.random(0.3, 0.95))}"`)
  }).join('')
}

type Range = { base: number; height: number; peaks: number; colour: Colour; fog: Colour }

/** A ridge of peaks cut like stones: lit to the left, in shadow to the right, lost in fog below. */
export function mountains(pen: Pen, { base, height, peaks, colour, fog }: Range): string {
  const bottom = base * pen.height
  const count = Math.max(2, Math.round((peaks * pen.width) / 640))
  const step = pen.width / count
  const tops = Array.from({ length: count + 2 }, (_, index): Flat => {
    const x = (index - 0.5) * step + pen.random(-0.3, 0.3) * step
    return [x, bottom - height * pen.height * pen.random(0.55, 1)]
  })
  const shade = (share: number) =>
    pen.linear(
      [0, bottom - height * pen.height],
      [0, bottom],
      [
        [0, mix(colour, [0.8, 0.1, 75], share)],
        [1, fog],
      ],
    )
  const [lit, half, dark] = [shade(0.3), shade(0.1), shade(0)]
  return tops
    .toSorted((a, b) => a[1] - b[1])
    .map((top) =>
      mountain(pen, top, { bottom, spread: Math.max(step * 0.8, (bottom - top[1]) * 0.75) }, [
        lit,
        half,
        dark,
      ]),
    )
    .join('')
}

const facet = (points: Flat[], fill: string): string => path(polygon(points), fill)

/** A peak. Its ridge comes down in a zigzag, and each side has facets of two shades. */
function mountain(
  pen: Pen,
  [x, y]: Flat,
  { bottom, spread }: { bottom: number; spread: number },
  [lit, half, dark]: readonly [string, string, string],
): string {
  const rise = bottom - y
  const at = (across: number, down: number): Flat => [x + across * spread, y + down * rise]
  const sway = pen.random(-0.1, 0.1)
  const ridge = [
    at(0, 0),
    at(0.1 + sway, 0.26),
    at(-0.06 + sway, 0.5),
    at(0.12 + sway, 0.74),
    at(0, 1),
  ]
  const left = [at(0, 0), at(-0.2, 0.18), at(-0.42, 0.48), at(-0.7, 0.68), at(-1, 1)]
  const right = [at(0, 0), at(0.26, 0.22), at(0.44, 0.5), at(0.74, 0.7), at(1, 1)]
  return [
    facet([...left, ...ridge.toReversed()], half),
    facet([left[0]!, left[1]!, left[2]!, ridge[1]!], lit),
    facet([left[2]!, ridge[2]!, at(-0.36, 1), left[3]!], lit),
    facet([...right, ...ridge.toReversed()], dark),
    facet([ridge[1]!, right[1]!, right[2]!, ridge[2]!], half),
    facet([ridge[3]!, right[2]!, right[3]!, at(0.42, 1)], half),
  ].join('')
}

export const fog = (pen: Pen, at: number, deep: number, [colour, strength]: [Colour, number]) =>
  band(pen, (at - deep / 2) * pen.height, (at + deep / 2) * pen.height, [
    [0, colour, 0],
    [0.5, colour, strength],
    [1, colour, 0],
  ])

/** Sparks that rise. */
export function embers(pen: Pen, count: number, colour: Colour = LANTERN): string {
  const amount = Math.round((count * pen.width) / 640)
  return Array.from({ length: amount }, () => {
    const at: Flat = [pen.random(0, pen.width), pen.random(0.15, 0.98) * pen.height]
    const size = pen.random(0, 1) ** 3 * 3.2 + 0.8
    const light = glow(pen, at, { radius: size * 6, colour, strength: 0.4 })
    return light + disc(at, size, hex(mix(colour, FLAME, 0.5)), 'fill-opacity=".9"')
  }).join('')
}

/** A shaft of light from a point, `spread` wide at its end. */
export function beam(
  pen: Pen,
  from: Flat,
  to: Flat,
  { spread, colour, strength }: { spread: number; colour: Colour; strength: number },
): string {
  const fill = pen.linear(from, to, [
    [0, colour, strength],
    [1, colour, 0],
  ])
  const across: Flat = [to[1] - from[1], from[0] - to[0]]
  const length = Math.hypot(...across)
  const [dx, dy] = [(across[0] / length) * spread, (across[1] / length) * spread]
  return path(polygon([from, [to[0] + dx, to[1] + dy], [to[0] - dx, to[1] - dy]]), fill)
}

export type Panel = { colour: Colour; light: Colour }

/** Ground in perspective: lines meet at a point on the horizon, and rows grow towards the viewer. */
export function floor(
  pen: Pen,
  horizon: number,
  { colour, light }: Panel,
  vanish: number = pen.width / 2,
): string {
  const [top, bottom] = [horizon * pen.height, pen.height]
  const ground = band(pen, top, bottom, [
    [0, mix(colour, light, 0.55)],
    [0.35, colour],
    [1, mix(colour, INK, 0.6)],
  ])
  const stroke = pen.linear(
    [0, top],
    [0, bottom],
    [
      [0, light, 0],
      [0.3, light, 0.5],
      [1, light, 0.16],
    ],
  )
  const spokes = Array.from({ length: 25 }, (_, index) => {
    const x = vanish + (index - 12) * pen.height * 0.2
    return `M${round(vanish + (index - 12) * 6)} ${round(top)}L${round(x)} ${bottom}`
  })
  const rows = Array.from({ length: 11 }, (_, index) => {
    const y = top + (bottom - top) * ((index + 1) / 12) ** 2.2
    return `M0 ${round(y)}H${pen.width}`
  })
  return `${ground}<path d="${spokes.join('')}${rows.join('')}" stroke="${stroke}" stroke-width="1.6" fill="none"/>`
}

/** A round, fluted column that stands on y. */
export function column(pen: Pen, [x, y]: Flat, [width, height]: Flat, colour: Colour): string {
  const fill = pen.linear(
    [x - width / 2, 0],
    [x + width / 2, 0],
    [
      [0, mix(colour, [0.85, 0.12, 75], 0.35)],
      [0.28, colour],
      [0.85, mix(colour, INK, 0.75)],
      [1, mix(colour, [0.7, 0.14, pen.hue], 0.3)],
    ],
  )
  const rect = (w: number, top: number, h: number) =>
    path(
      polygon([
        [x - w / 2, top],
        [x + w / 2, top],
        [x + w / 2, top + h],
        [x - w / 2, top + h],
      ]),
      fill,
    )
  const flutes = [-0.3, -0.1, 0.1, 0.3]
    .map((share) => `M${round(x + width * share)} ${round(y - height)}V${round(y)}`)
    .join('')
  return (
    rect(width, y - height, height) +
    `<path d="${flutes}" stroke="${hex(INK)}" stroke-opacity=".35" stroke-width="${round(width * 0.05)}"/>` +
    rect(width * 1.4, y - height - width * 0.25, width * 0.3) +
    rect(width * 1.25, y - height + width * 0.05, width * 0.16) +
    rect(width * 1.4, y - width * 0.22, width * 0.32)
  )
}

/** The smaller side. Sizes based on it look the same on cards and banners. */
export const small = (pen: Pen): number => Math.min(pen.width, pen.height)

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
