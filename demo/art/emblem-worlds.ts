import { facets, feather, wings } from './facets.ts'
import { strip, mirror, move, peak, plate, ring, turn, type Mesh, type Point } from './mesh.ts'
import type { Flat } from './pen.ts'

const spikes = (count: number, outer: number, inner: number): Flat[] =>
  ring(count * 2, 1).map(([x, y], index) => {
    const radius = index % 2 === 0 ? outer : inner
    return [x * radius, y * radius]
  })

/** A compass rose in a ring. */
export function compass(): Mesh {
  const outer = ring(24, 1.12).map(([x, y]): Point => [x, y, -0.1])
  const inner = ring(24, 0.98).map(([x, y]): Point => [x, y, 0])
  return [
    ...strip(outer, inner, 'warm'),
    ...move(peak(spikes(4, 0.82, 0.2), [0, 0, 0.2], 'warm'), [0, 0, 0.05]).flatMap((face) =>
      turn([face], { z: 45 }),
    ),
    ...move(peak(spikes(4, 1.34, 0.22), [0, 0, 0.34]), [0, 0, 0.2]),
    ...move(plate(ring(8, 0.16), { height: 0.12, inset: 0.5, tone: 'glow' }), [0, 0, 0.5]),
  ]
}

const petals = (count: number, spread: number, length: number): Mesh =>
  Array.from({ length: count }, (_, index) => {
    const angle = -spread + ((2 * spread) / (count - 1)) * index
    const own = length * (1 - Math.abs(angle) / 420)
    return feather({ root: [0, 0.72], angle, length: own, width: own * 0.46 })
  }).flat()

export function lotus(): Mesh {
  const heart = plate(
    ring(8, 0.2).map(([x, y]) => [x, y * 0.9 + 0.02]),
    { height: 0.16, inset: 0.5, tone: 'glow' },
  )
  return [
    ...move(petals(8, 98, 1.42), [0, 0, -0.6]),
    ...move(petals(7, 76, 1.3), [0, 0.04, -0.35]),
    ...move(petals(4, 36, 1.06), [0, 0.08, -0.1]),
    ...move(
      petals(3, 26, 0.66).map((face) => ({ ...face, tone: 'warm' as const })),
      [0, 0.1, 0.2],
    ),
    ...move(heart, [0, 0.66, 0.5]),
  ]
}

/** A cog wheel with a stone for a hub, on wings. */
export function cog(): Mesh {
  const TEETH = 10
  const outline = ring(TEETH * 4, 1).map(([x, y], index): Flat => {
    const radius = index % 4 < 2 ? 0.72 : 0.57
    return [x * radius, y * radius]
  })
  return [
    ...move(
      wings({ root: [0.2, 0.3], from: 24, to: 104, length: 1.5, count: 7, tone: 'pale' }),
      [0, 0.05, -0.8],
    ),
    ...plate(outline, { height: 0.14, inset: 0.1, tone: 'warm' }),
    ...move(plate(ring(16, 0.44), { height: 0.06, inset: 0.14, tone: 'dark' }), [0, 0, 0.2]),
    ...move(peak(spikes(6, 0.42, 0.12), [0, 0, 0.1], 'warm'), [0, 0, 0.28]),
    ...move(peak(ring(6, 0.24), [0, 0, 0.14], 'glow'), [0, 0, 0.42]),
  ]
}

/** A face in the sun. */
export function sun(): Mesh {
  const face = facets(
    {
      a: [0, -0.5, 0.3],
      b: [0.42, -0.44, 0.1],
      c: [0.52, 0, 0],
      d: [0, -0.12, 0.52],
      e: [0.4, -0.12, 0.24],
      f: [0.12, 0.02, 0.36],
      g: [0.36, 0.06, 0.2],
      h: [0, 0.2, 0.6],
      i: [0.14, 0.22, 0.36],
      j: [0.4, 0.36, 0.05],
      k: [0.18, 0.36, 0.34],
      l: [0, 0.34, 0.42],
      m: [0, 0.42, 0.4],
      n: [0, 0.66, 0.2],
      o: [0.2, 0.6, 0.1],
    },
    'abed bce deg:dark efg:glow def dfih cegj gfij ijk hil ilk lkm:dark kjo kmno',
  )
  return [
    ...move(peak(spikes(12, 1.36, 0.62), [0, 0, 0.2], 'warm'), [0, 0, -0.5]),
    ...turn(move(peak(spikes(12, 1.06, 0.62), [0, 0, 0.24]), [0, 0, -0.3]), { z: 15 }),
    ...plate(ring(18, 0.72), { height: 0.1, inset: 0.12, tone: 'warm' }),
    ...move(mirror(face), [0, 0, 0.2]),
  ]
}
