import { lathe, ring, turn, withTone, type Face, type Mesh, type Point } from './mesh.ts'
import type { Flat } from './pen.ts'

/** The cut of a currency's stone. */
export type Cut = keyof typeof CUTS

/** Builds a stone ring by ring, from its table to the point below. */
function stone(
  outline: readonly Flat[],
  { table, crown, depth }: { table: number; crown: number; depth: number },
): Mesh {
  const at = (share: number, y: number) => outline.map(([x, z]): Point => [x * share, y, z * share])
  const between = (share: number, y: number) =>
    outline.map(([x, z], index): Point => {
      const [nextX, nextZ] = outline[(index + 1) % outline.length]!
      return [((x + nextX) / 2) * share, y, ((z + nextZ) / 2) * share]
    })
  const top = at(table, -crown)
  const star = between((table + 1) / 2, -crown * 0.55)
  const girdle = at(1, 0)
  const low = between(0.55, depth * 0.5)
  const tip: Point = [0, depth, 0]
  return [
    { tone: 'main', points: top },
    ...weave(top, star),
    ...weaveBack(star, girdle),
    ...weave(girdle, low),
    ...low.map((point, index): Face => ({
      tone: 'main',
      points: [point, low[(index + 1) % low.length]!, tip],
    })),
  ]
}

/** Triangles between two rings, the second shifted by half a side. */
function weave(first: readonly Point[], shifted: readonly Point[]): Mesh {
  return first.flatMap((point, index): Face[] => {
    const next = first[(index + 1) % first.length]!
    const own = shifted[index]!
    return [
      { tone: 'main', points: [point, next, own] },
      { tone: 'main', points: [own, next, shifted[(index + 1) % shifted.length]!] },
    ]
  })
}

const weaveBack = (shifted: readonly Point[], last: readonly Point[]): Mesh =>
  weave([...last], [...shifted])

const oval = (count: number, [width, depth]: Flat): Flat[] =>
  ring(count, 1, 180 / count).map(([x, z]) => [x * width, z * depth])

/** An emerald cut, with straight steps instead of triangles. */
const steps = (outline: readonly Flat[], profile: readonly Flat[]): Mesh => {
  const rings = profile.map(([share, y]) =>
    outline.map(([x, z]): Point => [x * share, y, z * share]),
  )
  return [
    { tone: 'main', points: rings[0]! },
    ...rings.slice(1).flatMap((low, index) => {
      const high = rings[index]!
      return low.map((point, side): Face => {
        const next = (side + 1) % low.length
        return { tone: 'main', points: [high[side]!, high[next]!, low[next]!, point] }
      })
    }),
    { tone: 'main', points: rings.at(-1)! },
  ]
}

const CORNERED: Flat[] = [
  [-0.55, -1],
  [0.55, -1],
  [0.85, -0.7],
  [0.85, 0.7],
  [0.55, 1],
  [-0.55, 1],
  [-0.85, 0.7],
  [-0.85, -0.7],
]
const POINTED: Flat[] = [
  [0, -1.15],
  [0.42, -0.62],
  [0.62, 0],
  [0.42, 0.62],
  [0, 1.15],
  [-0.42, 0.62],
  [-0.62, 0],
  [-0.42, -0.62],
]
const DROP: Flat[] = [
  [0, -1.25],
  [0.36, -0.6],
  [0.68, 0],
  [0.66, 0.5],
  [0.36, 0.84],
  [0, 0.95],
  [-0.36, 0.84],
  [-0.66, 0.5],
  [-0.68, 0],
  [-0.36, -0.6],
]
const STAR: Flat[] = ring(10, 1).map(([x, z], index) =>
  index % 2 === 0 ? [x * 1.1, z * 1.1] : [x * 0.56, z * 0.56],
)

/** Lays a stone with its table towards the viewer. */
const facing = (mesh: Mesh) => turn(mesh, { x: -62, y: 0 })
const standing = (mesh: Mesh) => turn(mesh, { y: 16, x: -20 })

export const CUTS = {
  brilliant: () => standing(stone(oval(8, [1, 1]), { table: 0.58, crown: 0.38, depth: 1.05 })),
  emerald: () => facing(steps(CORNERED, STEP_PROFILE)),
  marquise: () => turn(facing(stone(POINTED, { table: 0.5, crown: 0.3, depth: 0.7 })), { z: 18 }),
  drop: () => facing(stone(DROP, { table: 0.52, crown: 0.32, depth: 0.75 })),
  crystal: () => turn(lathe(CRYSTAL, 6), { y: 14, x: -14, z: 10 }),
  shard: () => turn(lathe(SHARD, 5), { y: 8, x: -12, z: -12 }),
  octahedron: () => turn(lathe(OCTAHEDRON, 4), { y: 28, x: -18 }),
  star: () => facing(steps(STAR, STAR_PROFILE)),
  trillion: () => facing(stone(oval(3, [1.05, 1.05]), { table: 0.55, crown: 0.3, depth: 0.6 })),
  hexagon: () => facing(steps(ring(6, 1), STEP_PROFILE)),
  pearl: () => turn(lathe(PEARL, 18, 'pale'), { y: 7, x: -24 }),
  coin: () => turn(withRim(lathe(COIN, 18, 'warm')), { x: -66, y: 10, z: -12 }),
} satisfies Record<string, () => Mesh>

const STEP_PROFILE: Flat[] = [
  [0.5, -0.34],
  [0.68, -0.3],
  [0.86, -0.18],
  [1, 0],
  [0.78, 0.26],
  [0.45, 0.5],
  [0.12, 0.66],
]
const STAR_PROFILE: Flat[] = [
  [0.3, -0.42],
  [0.66, -0.26],
  [1, 0],
  [0.6, 0.3],
  [0.2, 0.44],
]
const CRYSTAL = [
  [0.02, -1.35],
  [0.5, -0.72],
  [0.58, 0.5],
  [0.36, 0.98],
  [0.02, 1.18],
] as const
const SHARD = [
  [0.01, -1.45],
  [0.46, -0.35],
  [0.4, 0.25],
  [0.01, 1.25],
] as const
const OCTAHEDRON = [
  [0.01, -1.15],
  [0.5, -0.45],
  [0.86, 0],
  [0.5, 0.45],
  [0.01, 1.15],
] as const
const PEARL = [-1, -0.95, -0.82, -0.62, -0.36, -0.08, 0.22, 0.5, 0.74, 0.9, 0.99].map(
  (y) => [Math.sqrt(Math.max(0.0004, 1 - y * y)) * 0.92, y * 0.92] as const,
)
const COIN = [
  [0.7, -0.1],
  [0.76, -0.17],
  [0.94, -0.17],
  [1, -0.08],
  [1, 0.1],
  [0.9, 0.18],
] as const

/** A small stone of the game's own colour set into the coin. */
const withRim = (coin: Mesh): Mesh => [
  ...coin,
  ...withTone(
    steps(ring(6, 0.5), [
      [0.4, -0.36],
      [0.8, -0.28],
      [1, -0.1],
    ]),
    'main',
  ),
]
