import { INK, hex, mix } from './colour.ts'
import { feather } from './facets.ts'
import { disc, glow, path, round, type Flat, type Pen } from './pen.ts'
import { drawMesh } from './shade.ts'
import { beam, dusk, fog, mountains, range, sky, small, stars } from './stage-parts.ts'

function planet(pen: Pen, at: Flat, radius: number, hue: number): string {
  const fill = pen.radial([at[0] - radius * 0.5, at[1] - radius * 0.5], radius * 1.7, [
    [0, [0.9, 0.09, hue + 30]],
    [0.4, [0.62, 0.16, hue]],
    [0.85, [0.22, 0.08, 290]],
    [1, [0.12, 0.04, 290]],
  ])
  const rings = [1.9, 1.6].map(
    (share) =>
      `<ellipse cx="${round(at[0])}" cy="${round(at[1])}" rx="${round(radius * share)}" ry="${round(radius * share * 0.26)}" transform="rotate(-18 ${round(at[0])} ${round(at[1])})" fill="none" stroke="${hex([0.84, 0.11, 72])}" stroke-opacity=".6" stroke-width="${round(radius * 0.09)}"/>`,
  )
  return (
    glow(pen, at, { radius: radius * 2.2, colour: [0.7, 0.15, hue], strength: 0.5 }) +
    rings.join('') +
    `<g>${disc(at, radius, fill)}</g>`
  )
}

export function galaxy(pen: Pen, [x, y]: Flat): string {
  const unit = small(pen)
  const arms = range(900).map((index) => {
    const far = (index / 900) ** 0.8
    const angle = far * 5.2 + (index % 2) * Math.PI + pen.random(-0.35, 0.35)
    const radius = far * unit * 0.72 + unit * 0.06
    const at: Flat = [
      x + Math.cos(angle) * radius * 1.15,
      y + Math.sin(angle) * radius * 0.62 - Math.cos(angle) * radius * 0.28,
    ]
    const colour = mix([0.92, 0.08, 75], [0.72, 0.17, pen.hue + pen.random(-40, 40)], far)
    return disc(
      at,
      pen.random(0.5, 2.1),
      hex(colour),
      `fill-opacity="${round(pen.random(0.25, 0.95))}"`,
    )
  })
  const cloud = (dx: number, dy: number, hue: number) =>
    glow(pen, [x + dx * unit, y + dy * unit], {
      radius: unit * 0.5,
      colour: [0.55, 0.2, hue],
      strength: 0.5,
    })
  return [
    sky(pen, { low: dusk(pen, 0.28, 0.12), horizon: 0.95 }),
    cloud(-0.35, -0.25, pen.hue + 60),
    cloud(0.4, 0.05, pen.hue - 50),
    cloud(-0.2, 0.4, pen.hue + 30),
    cloud(0.25, -0.4, pen.hue),
    stars(pen, 220, 1),
    glow(pen, [x, y], { radius: unit * 0.5, colour: [0.85, 0.13, 70], strength: 0.7 }),
    ...arms,
    planet(pen, [x + unit * 0.38, y - unit * 0.4], unit * 0.09, pen.hue + 120),
    planet(pen, [x - unit * 0.42, y + unit * 0.52], unit * 0.17, pen.hue - 30),
    mountains(pen, {
      base: 1.06,
      height: 0.16,
      peaks: 6,
      colour: dusk(pen, 0.22),
      fog: dusk(pen, 0.13),
    }),
  ].join('')
}

function coral(pen: Pen, at: number, size: number, hue: number): string {
  const [w, h] = [pen.width, pen.height]
  const branches = range(9).flatMap((index) =>
    feather({
      root: [(index - 4) * 0.05, 0],
      angle: (index - 4) * 17,
      length: pen.random(0.7, 1.1),
      width: 0.2,
      tone: index % 4 === 1 ? 'warm' : 'main',
    }),
  )
  return drawMesh(pen, branches, { at: [at * w, h * 1.02], scale: size * h, hue })
}

function bubbles(pen: Pen): string {
  const [w, h] = [pen.width, pen.height]
  const all = range(26).map(() => {
    const at: Flat = [pen.random(0, w), pen.random(0.1, 0.9) * h]
    const size = pen.random(0, 1) ** 3 * 13 + 2
    return (
      disc(
        at,
        size,
        hex([0.9, 0.06, pen.hue]),
        'fill-opacity=".12" stroke="#fff" stroke-opacity=".45" stroke-width="1.2"',
      ) + disc([at[0] - size * 0.35, at[1] - size * 0.35], size * 0.22, '#fff', 'fill-opacity=".8"')
    )
  })
  return all.join('')
}

export function reef(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const shafts = range(7).map((index) => {
    const top: Flat = [x + (index - 3) * w * 0.07, -h * 0.06]
    return beam(pen, top, [x + (index - 3) * w * 0.26, h * 0.95], {
      spread: small(pen) * 0.07,
      colour: [0.92, 0.09, pen.hue - 10],
      strength: 0.36,
    })
  })
  return [
    path(
      `M0 0H${w}V${h}H0z`,
      pen.linear(
        [0, 0],
        [0, h],
        [
          [0, [0.68, 0.12, pen.hue - 5]],
          [0.35, [0.42, 0.11, pen.hue + 10]],
          [0.75, [0.24, 0.08, pen.hue + 35]],
          [1, INK],
        ],
      ),
    ),
    glow(pen, [x, -h * 0.05], {
      radius: h * 0.7,
      colour: [0.94, 0.08, pen.hue - 20],
      strength: 0.75,
    }),
    ...shafts,
    glow(pen, [x, y], { radius: small(pen) * 0.65, colour: [0.85, 0.11, 80], strength: 0.4 }),
    mountains(pen, {
      base: 0.98,
      height: 0.22,
      peaks: 5,
      colour: dusk(pen, 0.38, 0.09),
      fog: dusk(pen, 0.3, 0.09),
    }),
    fog(pen, 0.88, 0.26, [[0.6, 0.11, pen.hue], 0.4]),
    mountains(pen, { base: 1.06, height: 0.18, peaks: 6, colour: dusk(pen, 0.2), fog: INK }),
    coral(pen, 0.04, 0.22, 20),
    coral(pen, 0.16, 0.13, pen.hue),
    coral(pen, 0.96, 0.24, 345),
    coral(pen, 0.83, 0.12, 55),
    bubbles(pen),
  ].join('')
}
