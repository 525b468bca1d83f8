import { facets, feather, tube, wings } from './facets.ts'
import { mirror, move, peak, plate, ring, turn, type Mesh, type Point } from './mesh.ts'

const FACES = `bct:dark cdt btd abf bgf bdg deg fgh gih:dark hij:glow gei iek ikj:dark fhm hjum jku kel kls ksq kqu
  mun uon uqo nop:dark oqp qrp qsr`

const WOLF: Record<string, Point> = {
  a: [0, -0.55, 0.35],
  b: [0.2, -0.62, 0.2],
  c: [0.58, -1.2, -0.05],
  d: [0.72, -0.42, 0],
  e: [0.98, 0.1, -0.15],
  f: [0, -0.18, 0.55],
  g: [0.56, -0.2, 0.28],
  h: [0.14, 0.06, 0.5],
  i: [0.5, -0.08, 0.28],
  j: [0.34, 0.1, 0.36],
  k: [0.52, 0.32, 0.26],
  l: [0.8, 0.5, -0.1],
  m: [0, 0.12, 0.72],
  n: [0, 0.52, 0.88],
  o: [0.15, 0.54, 0.76],
  p: [0, 0.68, 0.8],
  q: [0.25, 0.62, 0.46],
  r: [0, 0.98, 0.42],
  s: [0.36, 0.86, 0.1],
  t: [0.48, -0.72, 0.14],
  u: [0.2, 0.36, 0.58],
}

/** A head seen from the front. All beasts share the facets and move their corners. */
const head = (own: Record<string, Point> = {}, faces = FACES): Mesh =>
  mirror(facets({ ...WOLF, ...own }, faces))

export const wolf = (): Mesh => head()

const BEAR: Record<string, Point> = {
  a: [0, -0.78, 0.3],
  b: [0.38, -0.78, 0.1],
  c: [0.6, -0.8, 0],
  d: [0.84, -0.46, 0],
  e: [1.02, 0.12, -0.1],
  g: [0.6, -0.26, 0.32],
  h: [0.2, -0.06, 0.5],
  i: [0.44, -0.12, 0.4],
  j: [0.34, 0.02, 0.42],
  k: [0.62, 0.36, 0.32],
  l: [0.92, 0.6, -0.1],
  m: [0, 0.1, 0.68],
  n: [0, 0.34, 0.95],
  o: [0.22, 0.36, 0.84],
  p: [0, 0.54, 0.92],
  q: [0.36, 0.62, 0.56],
  r: [0, 0.9, 0.6],
  s: [0.5, 0.88, 0.1],
  t: [0.62, -0.68, 0.1],
  u: [0.32, 0.3, 0.6],
}
/** A bear as white as ice, with round ears. */
export function bear(): Mesh {
  const ear = ring(7, 0.3).map(([x, y]): [number, number] => [x + 0.72, y - 0.78])
  const shell = plate(ear, { height: 0.12, inset: 0.3 })
  const inner = plate(
    ear.map(([x, y]) => [0.72 + (x - 0.72) * 0.62, -0.78 + (y + 0.78) * 0.62]),
    { height: 0.05, inset: 0.3, tone: 'dark' },
  )
  return [
    ...mirror([...move(shell, [0, 0, -0.3]), ...move(inner, [0, 0, -0.1])]),
    ...head(BEAR),
  ].map((face) => (face.tone === 'main' ? { ...face, tone: 'pale' } : face))
}

const HORN: Point[] = Array.from({ length: 15 }, (_, step) => {
  const angle = -2.5 + step * 0.4
  const radius = 0.62 - step * 0.03
  return [0.78 + Math.cos(angle) * radius, -0.12 + Math.sin(angle) * radius, -0.05 + step * 0.035]
})

export function ram(): Mesh {
  const face = head({
    c: [0.5, -0.42, 0],
    d: [0.5, -0.34, 0],
    t: [0.46, -0.4, 0.1],
    e: [0.58, 0.02, -0.1],
    l: [0.46, 0.5, -0.1],
    k: [0.4, 0.3, 0.2],
    g: [0.42, -0.2, 0.28],
    i: [0.4, -0.08, 0.3],
    n: [0, 0.7, 0.8],
    o: [0.14, 0.72, 0.7],
    p: [0, 0.86, 0.72],
    q: [0.22, 0.78, 0.42],
    r: [0, 1.08, 0.4],
    s: [0.28, 0.92, 0.1],
  })
  const horn = tube(
    HORN,
    HORN.map((_, step) => 0.23 - step * 0.0135),
    { tone: 'warm' },
  )
  return [...face, ...mirror(horn)]
}

/** A mask with horns, fangs and burning eyes. */
export function oni(): Mesh {
  const face = head({
    c: [0.86, -0.5, -0.1],
    d: [0.82, -0.3, 0],
    t: [0.6, -0.5, 0.1],
    b: [0.28, -0.7, 0.2],
    e: [0.92, 0.1, -0.1],
    l: [0.7, 0.66, -0.1],
    h: [0.12, 0.1, 0.46],
    i: [0.62, -0.14, 0.26],
    j: [0.38, 0.14, 0.34],
    n: [0, 0.36, 0.8],
    o: [0.2, 0.42, 0.62],
    p: [0, 0.46, 0.66],
    q: [0.38, 0.6, 0.4],
    r: [0, 0.86, 0.5],
    s: [0.42, 0.92, 0.1],
    u: [0.26, 0.34, 0.5],
  })
  const horn = tube(
    [
      [0.34, -0.56, 0.1],
      [0.52, -0.85, 0.15],
      [0.56, -1.1, 0.12],
      [0.46, -1.36, 0.05],
    ],
    [0.17, 0.13, 0.08, 0.01],
    { tone: 'warm' },
  )
  const fang = peak(
    [
      [0.16, 0.62],
      [0.28, 0.62],
      [0.23, 0.28],
    ],
    [0.22, 0.56, 0.1],
    'pale',
  )
  return [...face, ...mirror([...horn, ...move(fang, [0, 0, 0.72])])]
}

/** A rising phoenix, its wings spread and its tail on fire. */
export function phoenix(): Mesh {
  const tail = [-26, -13, 0, 13, 26].flatMap((angle, index) =>
    feather({
      root: [0, 0.28],
      angle: 180 + angle,
      length: 0.98 - Math.abs(index - 2) * 0.14,
      width: 0.2,
      tone: index % 2 ? 'warm' : 'main',
    }),
  )
  const body = feather({ root: [0, 0.5], angle: 0, length: 1.02, width: 0.5 })
  const crest = [-24, 0, 24].flatMap((angle) =>
    feather({ root: [0, -0.66], angle, length: 0.34, width: 0.1, tone: 'warm' }),
  )
  const bird = plate(ring(6, 0.17), { height: 0.2, inset: 0.5, tone: 'warm' })
  const beak = peak(
    [
      [-0.07, -0.6],
      [0.07, -0.6],
      [0, -0.38],
    ],
    [0, -0.54, 0.2],
    'pale',
  )
  return [
    ...wings({ root: [0.1, 0.02], from: 28, to: 118, length: 1.35, count: 7 }),
    ...tail,
    ...move(body, [0, 0, 0.3]),
    ...move(crest, [0, 0, 0.2]),
    ...move(bird, [0, -0.62, 0.42]),
    ...move(beak, [0, 0, 0.66]),
  ]
}

/** A turtle from above: a shell of plates, four flippers and a head. */
export function turtle(): Mesh {
  const shell = [
    ...peakAt([0, 0], 0.34),
    ...ring(6, 0.56).flatMap(([x, y]) => peakAt([x, y], 0.31)),
  ]
  const rim = plate(
    ring(12, 0.92, 15).map(([x, y]) => [x * 0.92, y]),
    { height: 0.14, inset: 0.16, tone: 'dark' },
  )
  const front = feather({ root: [0.5, -0.5], angle: 62, length: 0.84, width: 0.44, tone: 'warm' })
  const back = feather({ root: [0.45, 0.6], angle: 135, length: 0.66, width: 0.36, tone: 'warm' })
  const face = plate(
    ring(6, 0.3).map(([x, y]) => [x * 0.8, y * 1.1 - 1.05]),
    { height: 0.2, inset: 0.35, tone: 'warm' },
  )
  const eye = plate(
    ring(5, 0.05).map(([x, y]) => [x + 0.12, y - 1.12]),
    { height: 0.02, inset: 0.3, tone: 'dark' },
  )
  const whole = [
    ...mirror([...front, ...back, ...move(eye, [0, 0, 0.22])]),
    ...face,
    ...move(rim, [0, 0, 0.1]),
    ...move(shell, [0, 0, 0.26]),
  ]
  return turn(whole, { z: 24 })
}

const peakAt = ([x, y]: readonly [number, number], radius: number): Mesh =>
  plate(
    ring(6, radius, 30).map(([rx, ry]) => [rx * 0.96 + x, ry + y]),
    { height: 0.16, inset: 0.42 },
  )
