import { facets, feather, wings } from './facets.ts'
import { box, lathe, mirror, move, peak, plate, ring, turn, type Mesh, type Point } from './mesh.ts'
import type { Flat } from './pen.ts'

function sword(): Mesh {
  const blade = peak(
    [
      [0, -1.35],
      [0.13, -1.12],
      [0.11, 0.42],
      [-0.11, 0.42],
      [-0.13, -1.12],
    ],
    [0, -0.2, 0.12],
    'pale',
  )
  const guard = peak(
    [
      [-0.42, 0.34],
      [0, 0.42],
      [0.42, 0.34],
      [0.36, 0.54],
      [0, 0.5],
      [-0.36, 0.54],
    ],
    [0, 0.46, 0.16],
    'warm',
  )
  const grip = plate(
    [
      [-0.06, 0.5],
      [0.06, 0.5],
      [0.05, 0.92],
      [-0.05, 0.92],
    ],
    { height: 0.06, inset: 0.3, tone: 'dark' },
  )
  const pommel = plate(
    ring(6, 0.11).map(([x, y]) => [x, y + 1]),
    { height: 0.1, inset: 0.5, tone: 'warm' },
  )
  return [...blade, ...grip, ...guard, ...pommel]
}

const SHIELD: Flat[] = [
  [0, -0.72],
  [0.34, -0.62],
  [0.68, -0.66],
  [0.7, -0.05],
  [0.5, 0.5],
  [0, 0.95],
  [-0.5, 0.5],
  [-0.7, -0.05],
  [-0.68, -0.66],
  [-0.34, -0.62],
]

export function shield(): Mesh {
  const smaller = SHIELD.map(([x, y]): Flat => [x * 0.8, y * 0.8 + 0.02])
  const rune = plate(
    ring(4, 0.36).map(([x, y]) => [x * 0.8, y * 1.1]),
    { height: 0.14, inset: 0.55, tone: 'glow' },
  )
  return [
    ...move(turn(sword(), { z: 38 }), [0, 0, -0.4], 1.04),
    ...move(turn(sword(), { z: -38 }), [0, 0, -0.3], 1.04),
    ...plate(SHIELD, { height: 0.16, inset: 0.12, tone: 'warm' }),
    ...move(peak(smaller, [0, 0, 0.24]), [0, 0, 0.2]),
    ...move(rune, [0, 0, 0.5]),
  ]
}

/** A crown of points around a cap, a stone on each point, carried by wings. */
export function crown(): Mesh {
  const POINTS = 8
  const base = lathe(
    [
      [0.7, 0.5, 'warm'],
      [0.74, 0.42],
      [0.74, 0.26],
      [0.68, 0.2],
    ],
    16,
    'warm',
  )
  const prongs = ring(POINTS, 1).flatMap(([x, z], index): Mesh => {
    const [nextX, nextZ] = ring(POINTS, 1)[(index + 1) % POINTS]!
    const [midX, midZ] = [(x + nextX) / 2, (z + nextZ) / 2]
    const tip: Point = [midX * 0.98, -0.62, midZ * 0.98]
    return [
      {
        tone: 'warm',
        points: [[x * 0.7, 0.24, z * 0.7], [midX * 0.76, 0.2, midZ * 0.76], tip],
      },
      {
        tone: 'warm',
        points: [[midX * 0.76, 0.2, midZ * 0.76], [nextX * 0.7, 0.24, nextZ * 0.7], tip],
      },
    ]
  })
  const stones = ring(POINTS, 1, 22.5).map(([x, z]) =>
    move(stud('glow'), [x * 0.9, -0.64, z * 0.9], 0.11),
  )
  const inset = ring(POINTS, 1, 22.5)
    .filter(([, z]) => z > 0)
    .map(([x, z]) => move(stud('main'), [x * 0.74, 0.34, z * 0.74], 0.1))
  const cap = lathe(
    [
      [0.02, -0.42],
      [0.34, -0.3],
      [0.56, 0],
      [0.62, 0.3],
    ],
    10,
  )
  const whole = turn([...base, ...prongs, ...stones.flat(), ...inset.flat(), ...cap], { x: -18 })
  const spread = wings({
    root: [0.42, 0.5],
    from: 38,
    to: 92,
    length: 1.16,
    count: 5,
    tone: 'pale',
  })
  return [...move(spread, [0, 0.1, -1.4]), ...move(whole, [0, 0.05, 0])]
}

const stud = (tone: 'glow' | 'main'): Mesh =>
  lathe(
    [
      [0.01, -1],
      [0.85, -0.2],
      [0.85, 0.3],
      [0.01, 1],
    ],
    6,
    tone,
  )

/** A soldier's helmet with a golden visor. */
export function helmet(): Mesh {
  const points: Record<string, Point> = {
    a: [0, -1.08, 0.15],
    b: [0.48, -0.98, 0.05],
    c: [0.88, -0.5, -0.15],
    d: [0, -0.52, 0.66],
    e: [0.5, -0.54, 0.46],
    f: [0, -0.38, 0.68],
    g: [0.84, -0.32, 0.12],
    h: [0.94, 0.06, -0.1],
    i: [0.5, -0.4, 0.52],
    j: [0.42, 0.14, 0.56],
    k: [0.78, 0.02, 0.26],
    l: [0, 0.18, 0.74],
    m: [0, -0.12, 0.92],
    n: [0.5, -0.14, 0.66],
    o: [0.84, 0.52, -0.1],
    p: [0.46, 0.52, 0.42],
    q: [0, 0.54, 0.74],
    s: [0.36, 0.94, 0.3],
    t: [0, 1.02, 0.5],
    u: [0.6, 0.84, 0],
  }
  const half = facets(
    points,
    `abed bce cgie deif:dark finm:warm ign:warm gkn:warm nkj:warm mnjl:warm chg ghk:dark hok kopj
     jpql:dark pstq ousp`,
  )
  const vents = [0.1, 0.26].flatMap((x) => box([x, 0.35, 0.9], [0.07, 0.2, 0.04], 'glow'))
  const ear = plate(
    ring(8, 0.25).map(([x, y]) => [x * 0.7 + 0.94, y + 0.04]),
    { height: 0.16, inset: 0.35, tone: 'warm' },
  )
  const aerial = feather({ root: [0.96, -0.12], angle: 12, length: 0.95, width: 0.1, tone: 'pale' })
  return mirror([...aerial, ...half, ...vents, ...move(ear, [0, 0, 0.1])])
}

const prong = (x: number, angle: number, length: number): Mesh =>
  feather({ root: [x, -0.3], angle, length, width: 0.26, tone: 'warm' })

/** A sea king's trident out of a breaking wave. */
export function trident(): Mesh {
  const barb = mirror(
    peak(
      [
        [0.06, -0.42],
        [0.5, -0.42],
        [0.62, -0.7],
        [0.6, -0.24],
        [0.06, -0.2],
      ],
      [0.4, -0.34, 0.12],
      'warm',
    ),
  )
  const shaft = lathe(
    [
      [0.07, 1.25],
      [0.07, 0.6, 'warm'],
      [0.1, 0.55],
      [0.1, 0.4, 'warm'],
      [0.065, 0.35],
      [0.065, -0.3, 'warm'],
    ],
    8,
    'pale',
  )
  const waves = [0, 1, 2, 3].flatMap((step) =>
    move(
      mirror(
        feather({
          root: [0.08 + step * 0.16, 1.12],
          angle: 24 + step * 22,
          length: 1.15 - step * 0.12,
          width: 0.46,
        }),
      ),
      [0, 0, -0.4 + step * 0.16],
    ),
  )
  return [
    ...waves,
    ...move(shaft, [0, 0, 0.1]),
    ...move(barb, [0, 0, 0.3]),
    ...move([...prong(0, 0, 1.1), ...mirror(prong(0.56, -4, 0.78))], [0, 0, 0.36]),
    ...move(plate(ring(6, 0.17), { height: 0.16, inset: 0.5, tone: 'glow' }), [0, -0.32, 0.55]),
  ]
}
