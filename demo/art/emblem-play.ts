import { facets } from './facets.ts'
import {
  box,
  cross,
  lathe,
  minus,
  mirror,
  move,
  peak,
  plate,
  ring,
  turn,
  unit,
  type Face,
  type Mesh,
  type Point,
} from './mesh.ts'
import type { Flat } from './pen.ts'

const PHI = (1 + Math.sqrt(5)) / 2

/** The twelve corners and twenty faces of an icosahedron. */
function icosahedron(): { corners: Point[]; faces: [number, number, number][] } {
  const corners = [-1, 1].flatMap((a) =>
    [-PHI, PHI].flatMap((b): Point[] => [
      [0, a, b],
      [a, b, 0],
      [b, 0, a],
    ]),
  )
  const isEdge = (a: number, b: number) =>
    Math.abs(Math.hypot(...minus(corners[a]!, corners[b]!)) - 2) < 0.01
  const faces: [number, number, number][] = []
  for (let a = 0; a < 12; a++)
    for (let b = a + 1; b < 12; b++)
      for (let c = b + 1; c < 12; c++)
        if (isEdge(a, b) && isEdge(b, c) && isEdge(a, c)) faces.push([a, b, c])
  return { corners, faces }
}

/** A die of twenty sides, each with a smaller stone set into it. */
export function die(): Mesh {
  const { corners, faces } = icosahedron()
  const sides = faces.flatMap((face): Face[] => {
    const points = face.map((index) => corners[index]!)
    const middle: Point = [0, 1, 2].map(
      (axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / 3,
    ) as unknown as Point
    const inner = points.map(
      (point) =>
        point.map((value, axis) => value * 0.6 + middle[axis]! * 0.415) as unknown as Point,
    )
    const rims = points.map((point, index): Face => {
      const next = (index + 1) % 3
      return { tone: 'main', points: [point, points[next]!, inner[next]!, inner[index]!] }
    })
    return [...rims, { tone: 'warm', points: inner }]
  })
  return turn(move(sides, [0, 0, 0], 0.56), { y: 14, x: 24, z: 8 })
}

/** A football of twelve dark and twenty pale patches, each slightly raised. */
export function football(): Mesh {
  const { corners, faces } = icosahedron()
  const third = (from: number, to: number): Point =>
    corners[from]!.map(
      (value, axis) => value + (corners[to]![axis]! - value) / 3,
    ) as unknown as Point
  const hexagons = faces.map(([a, b, c]): Face => ({
    tone: 'pale',
    points: [third(a, b), third(b, a), third(b, c), third(c, b), third(c, a), third(a, c)],
  }))
  const pentagons = corners.map((corner, index): Face => {
    const near = corners.map((_, other) => other).filter((other) => isNear(corners, index, other))
    return {
      tone: 'main',
      points: around(
        corner,
        near.map((other) => third(index, other)),
      ),
    }
  })
  const patches = [...hexagons, ...pentagons].flatMap(raise)
  return turn(move(patches, [0, 0, 0], 0.58), { y: 20, x: 16, z: 10 })
}

const isNear = (corners: Point[], a: number, b: number) =>
  a !== b && Math.hypot(...minus(corners[a]!, corners[b]!)) < 2.01

/** Sorts corners by their angle about an axis. */
function around(axis: Point, points: Point[]): Point[] {
  const along = unit(minus(points[0]!, axis))
  const across = unit(cross(axis, along))
  const angle = (point: Point) => {
    const from = minus(point, axis)
    const dot = (other: Point) => from[0] * other[0] + from[1] * other[1] + from[2] * other[2]
    return Math.atan2(dot(across), dot(along))
  }
  return points.toSorted((a, b) => angle(a) - angle(b))
}

const onSphere = (point: Point): Point =>
  unit(point).map((value) => value * 1.86) as unknown as Point

/** Lifts a patch onto the sphere as a fan of facets, so that it bulges. */
function raise({ points, tone }: Face): Mesh {
  const middle = onSphere(points.reduce((sum, point) => add(sum, point), [0, 0, 0] as Point))
  const rim = points.map(onSphere)
  return rim.flatMap((point, index): Face[] => {
    const next = rim[(index + 1) % rim.length]!
    const half = onSphere(add(point, next))
    return [
      { tone, points: [point, half, middle] },
      { tone, points: [half, next, middle] },
    ]
  })
}

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

/** Two bats crossed behind a seamed ball. */
export function cricket(): Mesh {
  const blade = lathe(
    [
      [0.1, 1.1],
      [0.21, 0.98],
      [0.21, -0.1],
      [0.08, -0.36],
      [0.07, -0.4, 'dark'],
      [0.07, -1.05, 'dark'],
      [0.09, -1.1, 'main'],
    ],
    6,
    'warm',
  )
  const bat = turn(blade, { y: 20 })
  const ball = lathe(
    [-1, -0.9, -0.66, -0.34, -0.08, 0.08, 0.34, 0.66, 0.9, 1].map((y, index) => [
      Math.sqrt(Math.max(0.0004, 1 - y * y)) * 0.46,
      y * 0.46,
      index === 5 ? 'pale' : 'main',
    ]),
    12,
  )
  return [
    ...move(turn(bat, { z: 36 }), [0, 0, -0.8], 1.12),
    ...move(turn(bat, { z: -36 }), [0, 0, -0.5], 1.12),
    ...move(turn(ball, { x: -30, z: 32 }), [0, 0.06, 0.6]),
  ]
}

/** A racing car from the front, its lamps burning. */
export function car(): Mesh {
  const points: Record<string, Point> = {
    a: [0, -0.56, -0.3],
    b: [0.46, -0.52, -0.3],
    c: [0.66, -0.12, 0],
    d: [0, -0.14, 0.15],
    e: [0.84, -0.1, 0.05],
    f: [1.06, 0.06, 0.1],
    g: [0.98, 0.22, 0.35],
    h: [0.46, 0.16, 0.5],
    i: [0, 0.14, 0.6],
    j: [1.1, 0.48, 0.2],
    k: [0.62, 0.34, 0.62],
    l: [0, 0.36, 0.8],
    m: [0.98, 0.6, 0.3],
    n: [0, 0.62, 0.7],
    o: [0.56, 0.3, 0.64],
    p: [0.5, 0.6, 0.64],
    q: [1.04, 0.34, 0.35],
    r: [0.54, -0.14, 0.1],
  }
  const half = facets(
    points,
    'abrd:dark bcr cef cefg rcgh drhi higl:main ihol hgqo:glow okl gfjq qjmk okmp:dark lkpn:dark jmp',
  )
  const tyre = plate(
    [
      [0.72, 0.4],
      [1.12, 0.34],
      [1.12, 0.86],
      [0.78, 0.86],
    ],
    { height: 0.1, inset: 0.2, tone: 'dark' },
  )
  const mirrorPod = peak(
    [
      [0.7, -0.2],
      [0.94, -0.26],
      [0.92, -0.12],
    ],
    [0.86, -0.2, 0.2],
    'warm',
  )
  const wing = plate(
    [
      [0, -0.72],
      [0.98, -0.68],
      [1.02, -0.52],
      [0, -0.58],
    ],
    { height: 0.08, inset: 0.12, tone: 'warm' },
  )
  const stay = box([0.6, -0.48, -0.5], [0.08, 0.3, 0.08], 'dark')
  return mirror([
    ...move([...wing, ...stay], [0, 0, -0.8]),
    ...move(tyre, [0, 0, -0.3]),
    ...half,
    ...mirrorPod,
  ])
}

const CARD: Flat[] = [
  [-0.42, -0.6],
  [-0.34, -0.68],
  [0.34, -0.68],
  [0.42, -0.6],
  [0.42, 0.6],
  [0.34, 0.68],
  [-0.34, 0.68],
  [-0.42, 0.6],
]

function card(tone: 'main' | 'dark'): Mesh {
  const stud = plate(ring(4, 0.06), { height: 0.02, inset: 0.3, tone: 'warm' })
  return [
    ...plate(CARD, { height: 0.02, inset: 0.04, tone: 'warm' }),
    ...move(plate(CARD, { height: 0.015, inset: 0.1, tone }), [0, 0, 0.03], 0.94),
    ...move(peak(ring(4, 0.3), [0, 0, 0.12], tone === 'dark' ? 'main' : 'glow'), [0, 0, 0.06]),
    ...move(stud, [-0.27, -0.5, 0.06]),
    ...move(stud, [0.27, 0.5, 0.06]),
  ]
}

/** A fanned hand of cards. The middle card shows a stone. */
export function cards(): Mesh {
  return [-44, -22, 44, 22, 0].flatMap((angle, index) => {
    const raised = move(card(angle === 0 ? 'main' : 'dark'), [0, -0.72, 0], 1.06)
    return move(turn(raised, { z: angle }), [0, 0.72, index * 0.3])
  })
}
