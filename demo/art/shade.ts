import { hex, mix, ramp, type Colour } from './colour.ts'
import { centreOf, cross, dot, minus, unit, type Face, type Mesh, type Point } from './mesh.ts'
import { disc, path, polygon, round, type Flat, type Pen } from './pen.ts'

/** A mesh's place in the picture. `hue` replaces the picture's own. */
export type Placed = { at: Flat; scale: number; hue?: number }

/** The lantern hangs at the upper left, in front of the scene. The rim light comes from behind. */
const KEY = unit([-0.55, -0.72, 0.62])
const RIM = unit([0.85, -0.25, -0.1])

const PALE: Colour[] = [
  [0.24, 0.045, 290],
  [0.46, 0.045, 285],
  [0.7, 0.035, 275],
  [0.9, 0.025, 90],
  [0.99, 0.01, 95],
]
const WARM: Colour[] = [
  [0.24, 0.07, 25],
  [0.44, 0.12, 45],
  [0.68, 0.15, 65],
  [0.87, 0.13, 82],
  [0.98, 0.04, 95],
]

function tones(hue: number): Record<Face['tone'], readonly Colour[]> {
  return {
    main: [
      [0.17, 0.08, hue + 14],
      [0.37, 0.17, hue + 6],
      [0.57, 0.21, hue],
      [0.77, 0.17, hue - 4],
      [0.96, 0.06, 88],
    ],
    warm: WARM,
    pale: PALE,
    dark: [
      [0.1, 0.03, 290],
      [0.15, 0.045, 290],
      [0.21, 0.06, hue],
      [0.3, 0.08, hue],
      [0.55, 0.1, hue],
    ],
    glow: [
      [0.74, 0.18, hue],
      [0.86, 0.14, hue],
      [0.95, 0.08, hue],
      [0.99, 0.02, 90],
      [0.99, 0.02, 90],
    ],
  }
}

const normalOf = ([a, b, c]: readonly Point[]): Point => unit(cross(minus(b!, a!), minus(c!, a!)))
const project = ({ at, scale }: Placed, points: readonly Point[]): Flat[] =>
  points.map(([x, y]) => [at[0] + x * scale, at[1] + y * scale])

const GRADIENT_MIN = 14 // pixels; a smaller gradient is invisible

/** Shades a facet lighter towards the light. Tiny facets get a single colour. */
function fillOf(
  pen: Pen,
  flat: readonly Flat[],
  colours: readonly [dark: Colour, light: Colour],
): string {
  const along = flat.map(([x, y]) => x * 0.6 + y * 0.8)
  if (Math.max(...along) - Math.min(...along) < GRADIENT_MIN) return hex(mix(...colours, 0.5))
  const light = flat[along.indexOf(Math.min(...along))]!
  const dark = flat[along.indexOf(Math.max(...along))]!
  return pen.linear(light, dark, [
    [0, colours[1]],
    [1, colours[0]],
  ])
}

/** Draws a solid mesh, such as an emblem, a rock or a figure. Nearer faces hide farther ones. */
export function drawMesh(pen: Pen, mesh: Mesh, placed: Placed): string {
  const ramps = tones(placed.hue ?? pen.hue)
  return byDepth(mesh)
    .map(({ points, tone }) => {
      const normal = towardsEye(normalOf(points))
      const key = Math.max(0, dot(normal, KEY))
      const rim = Math.max(0, dot(normal, RIM)) ** 2
      const value = 0.13 + key * 0.74 + pen.random(-0.05, 0.05)
      const lit = (place: number) =>
        mix(ramp(ramps[tone], place), [0.82, 0.13, placed.hue ?? pen.hue], rim * 0.55)
      const flat = project(placed, points)
      const fill = fillOf(pen, flat, [lit(value - 0.1), lit(value + 0.12)])
      const edge = hex(lit(value + 0.16))
      return path(polygon(flat), fill, `stroke="${edge}" stroke-width="1" stroke-linejoin="round"`)
    })
    .join('')
}

const towardsEye = (normal: Point): Point =>
  normal[2] < 0 ? [-normal[0], -normal[1], -normal[2]] : normal

const byDepth = (mesh: Mesh) =>
  mesh
    .map((face) => ({ ...face, depth: centreOf(face.points)[2] }))
    .toSorted((a, b) => a.depth - b.depth)

/** The whole outline at once, for shadows and halos. */
export const silhouette = (mesh: Mesh, placed: Placed): string =>
  mesh.map(({ points }) => polygon(project(placed, points))).join('')

/** Draws a transparent stone: its far facets shine through the near ones. */
export function drawGem(pen: Pen, mesh: Mesh, placed: Placed): string {
  const ramps = tones(placed.hue ?? pen.hue)
  const heart = centreOf(mesh.flatMap(({ points }) => points))
  const facets = byDepth(mesh).map((face) => {
    const normal = normalOf(face.points)
    const isOut = dot(normal, minus(centreOf(face.points), heart)) > 0
    const outward: Point = isOut ? normal : [-normal[0], -normal[1], -normal[2]]
    return { ...face, outward, flat: project(placed, face.points) }
  })
  const far = facets.filter(({ outward }) => outward[2] <= 0.02)
  const near = facets.filter(({ outward }) => outward[2] > 0.02)
  const width = Math.max(0.5, placed.scale * 0.012)
  const farDrawn = far.map(({ outward, flat, tone }) => {
    const value = 0.2 + Math.abs(dot(outward, KEY)) * 0.75 + pen.random(-0.16, 0.16)
    const fill = fillOf(pen, flat, [
      ramp(ramps[tone], value - 0.25),
      ramp(ramps[tone], value + 0.2),
    ])
    return path(polygon(flat), fill, `stroke="${hex(ramp(ramps[tone], value))}" stroke-width="1"`)
  })
  const nearDrawn = near.map(({ outward, flat, tone }) => {
    const value = 0.14 + Math.max(0, dot(outward, KEY)) ** 1.6 * 0.8 + pen.random(-0.09, 0.09)
    const fill = fillOf(pen, flat, [
      ramp(ramps[tone], value - 0.18),
      ramp(ramps[tone], value + 0.18),
    ])
    const edge = hex(ramp(ramps[tone], value + 0.34))
    return path(
      polygon(flat),
      fill,
      `fill-opacity=".72" stroke="${edge}" stroke-opacity=".55" stroke-width="${round(width)}" stroke-linejoin="round"`,
    )
  })
  return farDrawn.join('') + nearDrawn.join('')
}

/** A glint: four long rays and a bright centre. */
export function glint(pen: Pen, [x, y]: Flat, size: number): string {
  const arm = size * 0.07
  const star: Flat[] = [
    [x, y - size],
    [x + arm, y - arm],
    [x + size * 0.7, y],
    [x + arm, y + arm],
    [x, y + size],
    [x - arm, y + arm],
    [x - size * 0.7, y],
    [x - arm, y - arm],
  ]
  const light = pen.radial([x, y], size * 0.6, [
    [0, [1, 0, 90], 0.9],
    [0.3, [0.95, 0.06, pen.hue], 0.35],
    [1, [0.9, 0.1, pen.hue], 0],
  ])
  return disc([x, y], size * 0.6, light) + path(polygon(star), '#fff', 'fill-opacity=".95"')
}
