import { FLAME, INK, LANTERN, hex, mix, type Colour } from './colour.ts'
import { disc, glow, path, polygon, round, type Flat, type Pen } from './pen.ts'
import { dusk, embers, floor, fog, range, sky, small, stars } from './stage-parts.ts'

/** Blocks of a city by night, window by window. */
function skyline(
  pen: Pen,
  base: number,
  { tall, colour, wide }: { tall: number; colour: Colour; wide: number },
): string {
  const h = pen.height
  const blocks: string[] = []
  for (let at = -wide; at < pen.width;) {
    const width = wide * pen.random(0.6, 1.2)
    const top = base * h - tall * h * pen.random(0.4, 1)
    const wall = pen.linear(
      [at, 0],
      [at + width, 0],
      [
        [0, mix(colour, [0.7, 0.14, pen.hue], 0.25)],
        [0.3, colour],
        [1, mix(colour, INK, 0.5)],
      ],
    )
    blocks.push(
      path(
        `M${round(at)} ${round(base * h)}V${round(top)}h${round(width)}V${round(base * h)}z`,
        wall,
      ),
    )
    const size = Math.max(3, wide * 0.07)
    const lit: Record<string, string> = { warm: '', cool: '' }
    for (let wy = top + size * 1.5; wy < base * h - size; wy += size * 2)
      for (let wx = at + size; wx < at + width - size * 1.5; wx += size * 1.9)
        if (pen.random(0, 1) > 0.66)
          lit[pen.random(0, 1) > 0.4 ? 'warm' : 'cool'] +=
            `M${round(wx)} ${round(wy)}h${round(size)}v${round(size * 1.2)}h${round(-size)}z`
    blocks.push(
      path(lit['warm']!, hex([0.82, 0.13, 72]), 'fill-opacity=".75"') +
        path(lit['cool']!, hex([0.75, 0.15, pen.hue]), 'fill-opacity=".7"'),
    )
    at += width * 1.02
  }
  return blocks.join('')
}

export function city(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const sign = (at: number, top: number, hue: number) => {
    const colour: Colour = [0.75, 0.2, hue]
    const size = small(pen) * 0.028
    return (
      glow(pen, [at, top + size * 4], { radius: size * 7, colour, strength: 0.6 }) +
      `<rect x="${round(at - size)}" y="${round(top)}" width="${round(size * 2)}" height="${round(size * 8)}" rx="3" fill="${hex([0.3, 0.1, hue])}" stroke="${hex(colour)}" stroke-width="3"/>` +
      range(3)
        .map((row) =>
          disc([at, top + size * (1.6 + row * 2.4)], size * 0.55, hex([0.92, 0.1, hue])),
        )
        .join('')
    )
  }
  const streaks = range(Math.round(w / 16)).map(() => {
    const [at, top] = [pen.random(0, w), pen.random(0.84, 0.95) * h]
    const colour: Colour = pen.random(0, 1) > 0.5 ? LANTERN : [0.75, 0.18, pen.hue]
    return `<rect x="${round(at)}" y="${round(top)}" width="${round(pen.random(2, 7))}" height="${round(pen.random(20, 110))}" fill="${pen.linear(
      [0, top],
      [0, top + 100],
      [
        [0, colour, 0.45],
        [1, colour, 0],
      ],
    )}"/>`
  })
  return [
    sky(pen, { low: [0.5, 0.17, pen.hue], horizon: 0.8 }),
    stars(pen, 30, 0.35),
    glow(pen, [x, y], { radius: small(pen) * 0.8, colour: [0.7, 0.2, pen.hue], strength: 0.7 }),
    skyline(pen, 0.84, { tall: 0.5, colour: dusk(pen, 0.36, 0.12), wide: small(pen) * 0.09 }),
    fog(pen, 0.76, 0.3, [[0.62, 0.17, pen.hue], 0.5]),
    skyline(pen, 0.86, { tall: 0.34, colour: dusk(pen, 0.2, 0.06), wide: small(pen) * 0.14 }),
    sign(w * 0.09, h * 0.5, pen.hue + 140),
    sign(w * 0.93, h * 0.44, pen.hue + 40),
    path(
      `M0 ${round(h * 0.86)}H${w}V${h}H0z`,
      pen.linear(
        [0, h * 0.86],
        [0, h],
        [
          [0, dusk(pen, 0.3, 0.1)],
          [1, INK],
        ],
      ),
    ),
    ...streaks,
    fog(pen, 0.87, 0.1, [[0.7, 0.16, pen.hue], 0.5]),
    embers(pen, 14, [0.8, 0.16, pen.hue]),
  ].join('')
}

function dashes(pen: Pen, x: number, horizon: number): string {
  const h = pen.height
  const at = (share: number, side: number): Flat => [
    x + side * (2 + share * 20),
    horizon + (h - horizon) * share,
  ]
  const marks = range(6).map((dash) => {
    const [near, far] = [((dash + 1) / 6.4) ** 2, ((dash + 0.5) / 6.4) ** 2]
    return path(polygon([at(far, -1), at(far, 1), at(near, 1), at(near, -1)]), hex(FLAME))
  })
  return marks.join('')
}

export function track(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const sun = small(pen) * 0.36
  const disk = pen.linear(
    [0, y - sun],
    [0, y + sun],
    [
      [0, FLAME],
      [0.5, [0.78, 0.17, 55]],
      [1, [0.6, 0.22, pen.hue]],
    ],
  )
  const slits = range(5).map(
    (line) =>
      `<rect x="${round(x - sun)}" y="${round(y + sun * (0.1 + line * 0.18))}" width="${round(sun * 2)}" height="${4 + line * 3}" fill="${hex(dusk(pen, 0.34, 0.12))}"/>`,
  )
  const horizon = h * 0.68
  const road = polygon([
    [x - w * 0.02, horizon],
    [x + w * 0.02, horizon],
    [x + h * 0.55, h],
    [x - h * 0.55, h],
  ])
  const edge = (side: number, colour: Colour) =>
    path(
      polygon([
        [x + side * w * 0.02, horizon],
        [x + side * w * 0.024, horizon],
        [x + side * h * 0.6, h],
        [x + side * h * 0.54, h],
      ]),
      hex(colour),
    )
  return [
    sky(pen, { low: [0.55, 0.2, pen.hue], horizon: 0.68 }),
    stars(pen, 70),
    glow(pen, [x, y], { radius: sun * 2.5, colour: [0.7, 0.2, pen.hue], strength: 0.75 }),
    disc([x, y], sun, disk),
    ...slits,
    skyline(pen, 0.69, { tall: 0.16, colour: dusk(pen, 0.22, 0.08), wide: small(pen) * 0.07 }),
    floor(pen, 0.68, { colour: dusk(pen, 0.22, 0.1), light: [0.72, 0.2, pen.hue] }, x),
    path(
      road,
      pen.linear(
        [0, horizon],
        [0, h],
        [
          [0, dusk(pen, 0.34, 0.1)],
          [1, [0.14, 0.04, 290]],
        ],
      ),
    ),
    edge(-1, [0.8, 0.17, pen.hue]),
    edge(1, [0.82, 0.16, 60]),
    dashes(pen, x, horizon),
    fog(pen, 0.68, 0.1, [[0.8, 0.16, pen.hue], 0.6]),
    embers(pen, 12),
  ].join('')
}
