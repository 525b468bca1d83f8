import type { Flat } from './pen.ts'

/** x points right, y down, z towards the viewer. */
export type Point = readonly [x: number, y: number, z: number]
/** main has the picture's hue and warm the lantern's; pale is bone and silver, dark is ink, glow emits light. */
export type Tone = 'main' | 'warm' | 'pale' | 'dark' | 'glow'
export type Face = { points: readonly Point[]; tone: Tone }
export type Mesh = readonly Face[]

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export function unit(a: Point): Point {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export function centreOf(points: readonly Point[]): Point {
  const sum = (axis: 0 | 1 | 2) =>
    points.reduce((total, point) => total + point[axis], 0) / points.length
  return [sum(0), sum(1), sum(2)]
}

export const mapMesh = (mesh: Mesh, move: (point: Point) => Point): Mesh =>
  mesh.map(({ points, tone }) => ({ tone, points: points.map(move) }))

export const withTone = (mesh: Mesh, tone: Tone): Mesh =>
  mesh.map(({ points }) => ({ points, tone }))

/** Adds the mirrored half to a mesh drawn as one half. */
export const mirror = (mesh: Mesh): Mesh => [...mesh, ...mapMesh(mesh, ([x, y, z]) => [-x, y, z])]

type Turn = { x?: number; y?: number; z?: number }

function about(a: number, b: number, degrees: number): Flat {
  const angle = (degrees * Math.PI) / 180
  return [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)]
}

/** Rotates about z, then y, then x, in degrees. */
export function turn(mesh: Mesh, { x = 0, y = 0, z = 0 }: Turn): Mesh {
  return mapMesh(mesh, (point) => {
    const [x1, y1] = about(point[0], point[1], z)
    const [z2, x2] = about(point[2], x1, y)
    const [y3, z3] = about(y1, z2, x)
    return [x2, y3, z3]
  })
}

export const move = (mesh: Mesh, [dx, dy, dz]: Point, scale = 1): Mesh =>
  mapMesh(mesh, ([x, y, z]) => [x * scale + dx, y * scale + dy, z * scale + dz])

/** A raised plate: its rim at the ground, its face inset and lifted. */
export function plate(
  outline: readonly Flat[],
  { height, inset, tone = 'main' }: { height: number; inset: number; tone?: Tone },
): Mesh {
  const [cx, cy] = middle(outline)
  const low: Point[] = outline.map(([x, y]) => [x, y, 0])
  const top: Point[] = outline.map(([x, y]) => [
    cx + (x - cx) * (1 - inset),
    cy + (y - cy) * (1 - inset),
    height,
  ])
  return [...strip(low, top, tone), { points: top, tone }]
}

/** Facets that rise from an outline to one point. */
export function peak(outline: readonly Flat[], apex: Point, tone: Tone = 'main'): Mesh {
  return outline.map(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length]!
    return { points: [[x, y, 0], [nextX, nextY, 0], apex], tone }
  })
}

/** Quads between two closed rings with equally many points. */
export const strip = (low: readonly Point[], high: readonly Point[], tone: Tone): Mesh =>
  low.map((point, index) => {
    const next = (index + 1) % low.length
    return { tone, points: [point, low[next]!, high[next]!, high[index]!] }
  })

function middle(outline: readonly Flat[]): Flat {
  const [x, y] = centreOf(outline.map(([px, py]) => [px, py, 0]))
  return [x, y]
}

export const ring = (count: number, radius: number, from = 0): Flat[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((index / count) * 360 + from - 90) * (Math.PI / 180)
    return [Math.cos(angle) * radius, Math.sin(angle) * radius]
  })

type Profile = readonly (readonly [radius: number, y: number, tone?: Tone])[]

/** A solid of revolution about the upright axis. */
export function lathe(profile: Profile, sides: number, tone: Tone = 'main'): Mesh {
  const rings = profile.map(([radius, y]) => ring(sides, radius).map(([x, z]): Point => [x, y, z]))
  const walls = rings.slice(1).flatMap((low, index) => {
    const own = profile[index + 1]![2] ?? tone
    return strip(rings[index]!, low, own)
  })
  return [
    { points: rings[0]!, tone: profile[0]![2] ?? tone },
    ...walls,
    { points: rings.at(-1)!, tone: profile.at(-1)![2] ?? tone },
  ]
}

export function box([x, y, z]: Point, [width, height, depth]: Point, tone: Tone = 'main'): Mesh {
  const at = (sx: number, sy: number, sz: number): Point => [
    x + (sx * width) / 2,
    y + (sy * height) / 2,
    z + (sz * depth) / 2,
  ]
  const side = (...points: Point[]): Face => ({ points, tone })
  return [
    side(at(-1, -1, 1), at(1, -1, 1), at(1, 1, 1), at(-1, 1, 1)),
    side(at(-1, -1, -1), at(1, -1, -1), at(1, 1, -1), at(-1, 1, -1)),
    side(at(-1, -1, -1), at(1, -1, -1), at(1, -1, 1), at(-1, -1, 1)),
    side(at(-1, 1, -1), at(1, 1, -1), at(1, 1, 1), at(-1, 1, 1)),
    side(at(-1, -1, -1), at(-1, 1, -1), at(-1, 1, 1), at(-1, -1, 1)),
    side(at(1, -1, -1), at(1, 1, -1), at(1, 1, 1), at(1, -1, 1)),
  ]
}
