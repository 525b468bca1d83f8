import {
  mirror,
  peak,
  ring,
  strip,
  turn,
  type Face,
  type Mesh,
  type Point,
  type Tone,
} from './mesh.ts'
import type { Flat } from './pen.ts'

/** Parses facets from their corner letters, with a tone if it is not the main one: 'abc bcd:glow'. */
export function facets(points: Record<string, Point>, list: string): Mesh {
  return list
    .trim()
    .split(/\s+/)
    .map((word): Face => {
      const [letters, tone = 'main'] = word.split(':')
      return { points: letters!.split('').map((letter) => points[letter]!), tone: tone as Tone }
    })
}

type Feather = { root: Flat; angle: number; length: number; width: number; tone?: Tone }

/** A long leaf with a ridge: a feather, a petal, a flame, a blade. Angle 0 points up, 90 to the right. */
export function feather({ root, angle, length, width, tone = 'main' }: Feather): Mesh {
  const lifted = 0.12 * length
  const outline: Flat[] = [
    [0, 0],
    [width * 0.5, -length * 0.45],
    [0, -length],
    [-width * 0.5, -length * 0.4],
  ]
  const leaf = peak(outline, [0, -length * 0.42, lifted], tone)
  const [dx, dy] = root
  return turn(leaf, { z: angle }).map((face) => ({
    ...face,
    points: face.points.map(([x, y, z]): Point => [x + dx, y + dy, z]),
  }))
}

type Wings = { root: Flat; from: number; to: number; length: number; count: number; tone?: Tone }

/** Two wings, each a row of feathers over a row of shorter ones. */
export function wings({ root, from, to, length, count, tone = 'main' }: Wings): Mesh {
  const row = (share: number, depth: number, own: Tone) =>
    Array.from({ length: count }, (_, index) => {
      const part = index / (count - 1)
      const angle = from + (to - from) * part
      const own_length = length * share * (1 - 0.45 * part ** 1.5)
      const leaf = feather({ root, angle, length: own_length, width: own_length * 0.26, tone: own })
      return leaf.map((face) => ({
        ...face,
        points: face.points.map(([x, y, z]): Point => [x, y, z + depth - index * 0.03]),
      }))
    }).flat()
  return mirror([...row(1, -0.3, tone), ...row(0.62, 0, tone), ...row(0.34, 0.2, 'warm')])
}

/** A tube of growing or shrinking sides along a path, such as a horn. */
export function tube(
  spine: readonly Point[],
  radii: readonly number[],
  { sides = 6, tone = 'main' }: { sides?: number; tone?: Tone } = {},
): Mesh {
  const rings = spine.map((centre, index) => {
    const before = spine[Math.max(0, index - 1)]!
    const after = spine[Math.min(spine.length - 1, index + 1)]!
    const angle = Math.atan2(after[1] - before[1], after[0] - before[0])
    return ring(sides, radii[index]!).map(([across, deep]): Point => [
      centre[0] - Math.sin(angle) * across,
      centre[1] + Math.cos(angle) * across,
      centre[2] + deep,
    ])
  })
  return rings.slice(1).flatMap((next, index) => strip(rings[index]!, next, tone))
}
