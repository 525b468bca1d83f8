import { FLAME, INK, hex, mix } from './colour.ts'
import { disc, glow, path, polygon, round, type Flat, type Pen } from './pen.ts'
import { beam, dusk, embers, fog, range, sky, small, stars } from './stage-parts.ts'

function crowd(pen: Pen, x: number): string {
  const [w, h] = [pen.width, pen.height]
  const rows = range(11).map((row) => {
    const dots = range(Math.round(w / 9)).map((seat) => {
      const at = (seat + pen.random(0, 1)) * 9
      const top = h * (0.34 + row * 0.033) + ((at - x) / small(pen)) ** 2 * -h * 0.09
      return `M${round(at)} ${round(top)}h3.4v4h-3.4z`
    })
    const colour = mix(
      [0.74, 0.1, row % 3 === 0 ? 70 : pen.hue],
      dusk(pen, 0.28),
      pen.random(0.35, 0.75),
    )
    return path(dots.join(''), hex(colour))
  })
  return rows.join('')
}

function pitch(pen: Pen, x: number): string {
  const h = pen.height
  const strips = range(16).map((strip) => {
    const at = (column: number, near: number) => x + (column - 8) * (near ? h * 0.2 : h * 0.1)
    const fill = pen.linear(
      [0, h * 0.7],
      [0, h],
      [
        [0, mix([0.66, 0.17, 145], dusk(pen, 0.4), strip % 2 ? 0.15 : 0.3)],
        [1, mix([0.3, 0.1, 150], INK, strip % 2 ? 0.2 : 0.45)],
      ],
    )
    return path(
      polygon([
        [at(strip, 0), h * 0.7],
        [at(strip + 1, 0), h * 0.7],
        [at(strip + 1, 1), h],
        [at(strip, 1), h],
      ]),
      fill,
    )
  })
  return strips.join('')
}

function floodlight(pen: Pen, x: number, at: number): string {
  const h = pen.height
  const head: Flat = [at, h * 0.13]
  const lights = range(8).map((bulb) =>
    disc([at - 27 + (bulb % 4) * 18, head[1] + (bulb < 4 ? -9 : 9)], 7, hex([0.99, 0.02, 90])),
  )
  return [
    beam(pen, head, [x, h * 0.9], {
      spread: small(pen) * 0.24,
      colour: [0.97, 0.04, 95],
      strength: 0.34,
    }),
    glow(pen, head, { radius: small(pen) * 0.3, colour: [0.97, 0.05, 90], strength: 0.85 }),
    `<path d="M${round(at)} ${round(head[1])}V${round(h * 0.4)}" stroke="${hex(INK)}" stroke-width="7"/>`,
    ...lights,
  ].join('')
}

export function stadium(pen: Pen, [x, y]: Flat): string {
  const [w, h] = [pen.width, pen.height]
  const stands = pen.linear(
    [0, h * 0.24],
    [0, h * 0.72],
    [
      [0, dusk(pen, 0.2)],
      [1, dusk(pen, 0.38)],
    ],
  )
  return [
    sky(pen, { low: dusk(pen, 0.4, 0.1), horizon: 0.5 }),
    stars(pen, 40, 0.3),
    path(`M0 ${h * 0.2}Q${round(x)} ${round(h * 0.42)} ${w} ${h * 0.2}V${h * 0.72}H0z`, stands),
    crowd(pen, x),
    pitch(pen, x),
    `<path d="M${round(x - h * 0.36)} ${round(h * 0.86)}a${round(h * 0.36)} ${round(h * 0.09)} 0 1 0 ${round(h * 0.72)} 0a${round(h * 0.36)} ${round(h * 0.09)} 0 1 0 ${round(-h * 0.72)} 0" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="5"/>`,
    floodlight(pen, x, x - small(pen) * 0.38),
    floodlight(pen, x, x + small(pen) * 0.38),
    glow(pen, [x, y], { radius: small(pen) * 0.7, colour: [0.85, 0.1, pen.hue], strength: 0.5 }),
    fog(pen, 0.7, 0.14, [[0.9, 0.06, 100], 0.4]),
    embers(pen, 18, FLAME),
  ].join('')
}
