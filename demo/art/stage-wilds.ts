import { FLAME, INK, LANTERN, hex, mix, type Colour } from './colour.ts'
import { disc, glow, path, polygon, round, type Flat, type Pen } from './pen.ts'
import { beam, dusk, embers, fog, mountains, sky, small, stars } from './stage-parts.ts'

export function moonlit(pen: Pen, [x, y]: Flat): string {
  const low = dusk(pen, 0.55, 0.12)
  const radius = small(pen) * 0.33
  const moon = pen.radial([x - radius * 0.3, y - radius * 0.4], radius * 1.6, [
    [0, [0.97, 0.04, 90]],
    [0.55, [0.85, 0.07, 80]],
    [1, [0.6, 0.12, pen.hue]],
  ])
  return [
    sky(pen, { low }),
    stars(pen, 90),
    glow(pen, [x, y], { radius: radius * 2.6, colour: [0.75, 0.12, pen.hue], strength: 0.6 }),
    disc([x, y], radius, moon, 'fill-opacity=".92"'),
    mountains(pen, { base: 0.82, height: 0.42, peaks: 3, colour: dusk(pen, 0.4), fog: low }),
    mountains(pen, {
      base: 0.92,
      height: 0.3,
      peaks: 3.5,
      colour: dusk(pen, 0.28),
      fog: dusk(pen, 0.4),
    }),
    fog(pen, 0.84, 0.2, [[0.7, 0.09, pen.hue], 0.45]),
    mountains(pen, {
      base: 1.05,
      height: 0.28,
      peaks: 4,
      colour: dusk(pen, 0.17),
      fog: dusk(pen, 0.12),
    }),
    embers(pen, 12),
  ].join('')
}

export function volcano(pen: Pen, [x, y]: Flat): string {
  const hot: Colour = [0.72, 0.19, 45]
  const [w, h] = [pen.width, pen.height]
  const crater = y - small(pen) * 0.12
  const cone: Flat[] = [
    [x - 90, crater],
    [x - 30, crater + 14],
    [x + 30, crater + 4],
    [x + 84, crater - 6],
    [x + h * 0.62, h * 0.9],
    [x - h * 0.62, h * 0.9],
  ]
  const rock = pen.linear(
    [x - h * 0.4, 0],
    [x + h * 0.4, 0],
    [
      [0, [0.42, 0.12, 35]],
      [0.5, [0.27, 0.09, 20]],
      [1, [0.14, 0.05, 310]],
    ],
  )
  const stream = (from: number, to: number, width: number) => {
    const bend = (from + to) / 2 + (to > from ? -34 : 34)
    const d = `M${round(x + from)} ${round(crater + 8)}C${round(x + bend)} ${round(h * 0.5)} ${round(x + to)} ${round(h * 0.6)} ${round(x + to * 1.25)} ${round(h * 0.88)}`
    const line = (colour: Colour, wide: number, opacity: number) =>
      `<path d="${d}" fill="none" stroke="${hex(colour)}" stroke-opacity="${opacity}" stroke-width="${round(wide)}" stroke-linecap="round"/>`
    return (
      line(hot, width * 3, 0.25) +
      line([0.74, 0.19, 50], width, 0.9) +
      line([0.94, 0.11, 88], width * 0.4, 0.9)
    )
  }
  return [
    sky(pen, { low: [0.55, 0.18, 38] }),
    stars(pen, 40, 0.4),
    glow(pen, [x, crater], { radius: h * 0.55, colour: hot, strength: 0.9 }),
    mountains(pen, {
      base: 0.85,
      height: 0.22,
      peaks: 4,
      colour: [0.33, 0.1, 15],
      fog: [0.5, 0.16, 35],
    }),
    path(polygon(cone), rock),
    stream(-80, -250, 7),
    stream(84, 236, 9),
    fog(pen, 0.82, 0.24, [[0.6, 0.18, 40], 0.55]),
    mountains(pen, {
      base: 1.04,
      height: 0.24,
      peaks: 6,
      colour: [0.2, 0.06, 10],
      fog: [0.12, 0.04, 320],
    }),
    embers(pen, 46, [0.8, 0.18, 55]),
    glow(pen, [w * 0.5, h * 1.08], { radius: w * 0.5, colour: hot, strength: 0.4 }),
  ].join('')
}

export function desert(pen: Pen, [x, y]: Flat): string {
  const low: Colour = [0.78, 0.15, 62]
  const h = pen.height
  const dune = (top: number, swing: number, colour: Colour) => {
    const light = mix(colour, LANTERN, 0.45)
    const fill = pen.linear(
      [0, top * h],
      [0, top * h + h * 0.25],
      [
        [0, light],
        [1, colour],
      ],
    )
    const shade = pen.linear(
      [0, top * h],
      [0, top * h + h * 0.3],
      [
        [0, mix(colour, INK, 0.35)],
        [1, mix(colour, INK, 0.7)],
      ],
    )
    const w = pen.width
    const crest = `M0 ${round(top * h)}C${round(w * 0.25)} ${round((top - swing) * h)} ${round(w * 0.45)} ${round((top + swing) * h)} ${round(w * 0.62)} ${round(top * h)}S${round(w * 0.9)} ${round((top - swing) * h)} ${w} ${round((top - swing * 0.4) * h)}`
    const side = `M${round(w * 0.2)} ${round((top - swing * 0.32) * h)}C${round(w * 0.36)} ${round((top - swing * 0.1) * h)} ${round(w * 0.45)} ${round((top + swing) * h)} ${round(w * 0.62)} ${round(top * h)}Q${round(w * 0.55)} ${round((top + swing * 1.6) * h)} ${round(w * 0.72)} ${h}H${round(w * 0.3)}Q${round(w * 0.42)} ${round((top + swing) * h)} ${round(w * 0.2)} ${round((top - swing * 0.32) * h)}z`
    return path(`${crest}V${h}H0z`, fill) + path(side, shade)
  }
  return [
    sky(pen, { low, horizon: 0.66 }),
    stars(pen, 50, 0.35),
    glow(pen, [x, y], { radius: small(pen) * 0.85, colour: [0.85, 0.15, 70], strength: 0.8 }),
    ...[-58, -38, -20, 0, 20, 38, 58].map((angle) => {
      const to: Flat = [
        x + Math.sin((angle * Math.PI) / 180) * h * 0.7,
        y - Math.cos((angle * Math.PI) / 180) * h * 0.7,
      ]
      return beam(pen, [x, y], to, { spread: 40, colour: FLAME, strength: 0.14 })
    }),
    mountains(pen, { base: 0.76, height: 0.16, peaks: 4, colour: dusk(pen, 0.42, 0.12), fog: low }),
    fog(pen, 0.7, 0.14, [low, 0.6]),
    dune(0.74, 0.035, [0.52, 0.13, 45]),
    dune(0.82, 0.05, [0.36, 0.1, 30]),
    dune(0.92, 0.04, [0.22, 0.06, 340]),
    embers(pen, 18),
  ].join('')
}
