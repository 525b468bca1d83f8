import { feather } from './facets.ts'
import { mirror, box, lathe, move, peak, plate, ring, turn, type Mesh, type Point } from './mesh.ts'

/** A floating plot of land with a house and a tree, all of blocks. */
export function island(): Mesh {
  const SIDE = 0.3
  const block =
    (x: number, y: number, z: number) => (tone: 'main' | 'warm' | 'pale' | 'dark' | 'glow') =>
      box([x * SIDE, -y * SIDE, z * SIDE], [SIDE, SIDE, SIDE], tone)
  const ground = [-2, -1, 0, 1, 2].flatMap((x) =>
    [-2, -1, 0, 1, 2].flatMap((z) => {
      const depth = 3 - Math.max(Math.abs(x), Math.abs(z))
      return [
        block(x, 0, z)('main'),
        ...Array.from({ length: depth }, (_, level) => block(x, -1 - level, z)('dark')),
      ].flat()
    }),
  )
  const house = [-1, 0].flatMap((x) =>
    [-1, 0].flatMap((z) => [...block(x, 1, z)('pale'), ...block(x, 2, z)('pale')]),
  )
  const windows = box([-0.15, -0.42, 0.16], [0.22, 0.24, 0.04], 'glow')
  const roof = peak(
    [
      [-1.9, -1.9],
      [0.9, -1.9],
      [0.9, 0.9],
      [-1.9, 0.9],
    ],
    [-0.5, -0.5, 1.5],
    'warm',
  ).map((face) => ({
    ...face,
    points: face.points.map(([x, z, up]): Point => [x * SIDE, -(2.5 + up) * SIDE, z * SIDE]),
  }))
  const tree = [
    ...block(2, 1, 1)('warm'),
    ...block(2, 2, 1)('warm'),
    ...[-0.5, 0.5].flatMap((x) => [
      ...block(2 + x, 3, 0.5)('main'),
      ...block(2 + x, 3, 1.5)('main'),
    ]),
    ...block(2, 4, 1)('main'),
  ]
  const whole = [...ground, ...house, ...windows, ...roof, ...tree]
  return turn(move(whole, [0, 0.28, 0], 1), { y: -38, x: -28 })
}

export function apple(): Mesh {
  const fruit = lathe(
    [
      [0.1, -0.56],
      [0.42, -0.74],
      [0.76, -0.6],
      [0.94, -0.2],
      [0.86, 0.3],
      [0.58, 0.74],
      [0.3, 0.86],
      [0.06, 0.74],
    ],
    11,
  )
  const stem = lathe(
    [
      [0.05, -0.6],
      [0.05, -0.9],
      [0.08, -1.08],
    ],
    6,
    'warm',
  )
  const leaf = feather({ root: [0.04, -0.86], angle: 62, length: 0.86, width: 0.42, tone: 'glow' })
  return [
    ...turn([...fruit, ...turn(stem, { z: 10 })], { x: -20, y: 12 }),
    ...move(leaf, [0, 0, 0.5]),
  ]
}

export function rocket(): Mesh {
  const body = lathe(
    [
      [0.01, -1.3, 'main'],
      [0.2, -0.98, 'main'],
      [0.34, -0.56, 'main'],
      [0.4, -0.5, 'warm'],
      [0.43, -0.1],
      [0.42, 0.3],
      [0.32, 0.66],
      [0.24, 0.7, 'dark'],
      [0.3, 0.84, 'dark'],
    ],
    10,
    'pale',
  )
  const fin = peak(
    [
      [0.36, 0.1],
      [0.86, 0.62],
      [0.84, 0.98],
      [0.34, 0.62],
    ],
    [0.56, 0.56, 0.14],
  )
  const flame = [-16, 16, 0].flatMap((angle) =>
    feather({
      root: [0, 0.78],
      angle: 180 + angle,
      length: 0.72 - Math.abs(angle) / 60,
      width: 0.28,
      tone: 'glow',
    }),
  )
  const port = [
    ...plate(ring(10, 0.2), { height: 0.06, inset: 0.25, tone: 'warm' }),
    ...move(plate(ring(10, 0.13), { height: 0.04, inset: 0.4, tone: 'glow' }), [0, 0, 0.07]),
  ]
  const whole = [
    ...move(flame, [0, 0, -0.5]),
    ...turn(body, { y: 9 }),
    ...mirror(fin),
    ...move(port, [0, -0.18, 0.46]),
  ]
  return turn(whole, { z: 24 })
}

/** The lamp that hangs over the board. */
export function lantern(): Mesh {
  const SIDES = 10
  const paper = lathe(
    [
      [0.32, -0.7, 'warm'],
      [0.68, -0.46, 'main'],
      [0.82, -0.12, 'warm'],
      [0.82, 0.2, 'warm'],
      [0.68, 0.52, 'warm'],
      [0.32, 0.74, 'main'],
    ],
    SIDES,
  )
  const cap = (y: number) =>
    lathe(
      [
        [0.36, y - 0.06],
        [0.36, y + 0.06],
      ],
      SIDES,
      'warm',
    )
  const hook = lathe(
    [
      [0.03, -1.3],
      [0.03, -0.74],
    ],
    6,
    'warm',
  )
  const tassel = [-9, 9, 0].flatMap((angle) =>
    feather({ root: [0, 0.78], angle: 180 + angle, length: 0.6, width: 0.12, tone: 'warm' }),
  )
  return [...hook, ...tassel, ...turn([...paper, ...cap(-0.74), ...cap(0.78)], { y: 8 })]
}

/** The king of the board. */
export function king(): Mesh {
  const figure = lathe(
    [
      [0.62, 1.15],
      [0.66, 1, 'main'],
      [0.5, 0.9, 'warm'],
      [0.52, 0.8, 'warm'],
      [0.32, 0.62],
      [0.24, 0.2],
      [0.24, -0.28],
      [0.42, -0.4, 'warm'],
      [0.42, -0.48, 'warm'],
      [0.28, -0.54],
      [0.4, -0.86],
      [0.3, -0.96, 'warm'],
      [0.02, -1.04, 'warm'],
    ],
    12,
    'pale',
  )
  const stone = lathe(
    [
      [0.01, -1.46],
      [0.17, -1.24],
      [0.01, -1.02],
    ],
    6,
    'glow',
  )
  return turn([...figure, ...stone], { x: -8, y: 12 })
}
