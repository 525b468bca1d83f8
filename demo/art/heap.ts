import { hex, INK, LANTERN, mix } from './colour.ts'
import { box, move, plate, ring, turn } from './mesh.ts'
import { createPen, disc, glow, round, type Flat, type Pen } from './pen.ts'
import { drawStone, type Art } from './scene.ts'
import { drawMesh, glint } from './shade.ts'

/** The size of a pack, at a glance. */
export const HEAPS = ['handful', 'heap', 'chest'] as const
export type Heap = (typeof HEAPS)[number]

const SIZE = 320

type Stone = readonly [x: number, y: number, scale: number]

const PLACES: Record<Heap, readonly Stone[]> = {
  handful: [
    [0.34, 0.7, 0.11],
    [0.68, 0.68, 0.12],
    [0.5, 0.52, 0.21],
  ],
  heap: [
    [0.2, 0.6, 0.09],
    [0.8, 0.58, 0.1],
    [0.36, 0.44, 0.13],
    [0.63, 0.4, 0.14],
    [0.17, 0.77, 0.1],
    [0.84, 0.77, 0.1],
    [0.32, 0.68, 0.15],
    [0.7, 0.67, 0.16],
    [0.5, 0.6, 0.21],
    [0.43, 0.85, 0.08],
    [0.61, 0.86, 0.09],
  ],
  chest: [
    [0.27, 0.46, 0.09],
    [0.74, 0.44, 0.1],
    [0.38, 0.33, 0.11],
    [0.63, 0.31, 0.11],
    [0.5, 0.25, 0.13],
    [0.33, 0.5, 0.12],
    [0.68, 0.49, 0.12],
    [0.5, 0.43, 0.17],
  ],
}

/** Draws a pack's stones on the counter, under the lantern. */
export function drawHeap(slug: string, heap: Heap, { cut, hue, accent = hue }: Art): string {
  const pen = createPen({ seed: `${slug} ${heap}`, hue, width: SIZE, height: SIZE, shown: 160 })
  const lay = ([x, y, scale]: Stone) =>
    drawStone(
      pen,
      cut,
      { at: [x * SIZE, y * SIZE], scale: scale * SIZE, hue: accent },
      pen.random(-24, 24),
    )
  const stones = PLACES[heap].map(lay)
  const whole = heap === 'chest' ? [lid(pen), ...stones, front(pen), ...STRAYED.map(lay)] : stones
  return pen.finish([ground(pen), ...whole, ...sparkle(pen, heap)].join(''))
}

const STRAYED: readonly Stone[] = [
  [0.13, 0.86, 0.075],
  [0.87, 0.87, 0.085],
]

function ground(pen: Pen): string {
  const backdrop = pen.radial([SIZE / 2, SIZE * 0.48], SIZE * 0.75, [
    [0, mix([0.46, 0.14, pen.hue], [0.46, 0.1, 290], 0.25)],
    [0.5, mix([0.27, 0.09, pen.hue], [0.25, 0.06, 288], 0.4)],
    [1, INK],
  ])
  const counter = pen.linear(
    [0, SIZE * 0.66],
    [0, SIZE],
    [
      [0, [0.4, 0.09, 42], 0],
      [0.25, [0.36, 0.08, 42], 0.6],
      [1, [0.15, 0.04, 320], 0.9],
    ],
  )
  const dust = Array.from({ length: 22 }, () => {
    const at: Flat = [pen.random(0, SIZE), pen.random(0, SIZE * 0.7)]
    return disc(
      at,
      pen.random(0.5, 1.8),
      hex(mix(LANTERN, [0.9, 0.1, pen.hue], 0.4)),
      `fill-opacity="${round(pen.random(0.2, 0.8))}"`,
    )
  })
  return [
    `<rect width="${SIZE}" height="${SIZE}" fill="${backdrop}"/>`,
    `<rect y="${SIZE * 0.66}" width="${SIZE}" height="${SIZE * 0.34}" fill="${counter}"/>`,
    glow(pen, [SIZE * 0.08, -SIZE * 0.05], { radius: SIZE * 0.7, colour: LANTERN, strength: 0.55 }),
    glow(pen, [SIZE * 0.5, SIZE * 0.55], {
      radius: SIZE * 0.5,
      colour: [0.72, 0.17, pen.hue],
      strength: 0.5,
    }),
    ...dust,
    `<ellipse cx="${SIZE / 2}" cy="${SIZE * 0.82}" rx="${SIZE * 0.42}" ry="${SIZE * 0.09}" fill="${hex(INK)}" fill-opacity=".55"/>`,
  ].join('')
}

const CHEST = { at: [SIZE / 2, SIZE * 0.7] as const, scale: SIZE * 0.34 }
const LID: Flat[] = [
  [-1, -0.28],
  [-1.06, -0.78],
  [-0.92, -1.16],
  [-0.62, -1.34],
  [0.62, -1.34],
  [0.92, -1.16],
  [1.06, -0.78],
  [1, -0.28],
]

/** The open lid behind the stones, bound in gold and dark inside. */
function lid(pen: Pen): string {
  const lining = LID.map(([x, y]): Flat => [x * 0.88, y * 0.9 - 0.05])
  const bands = [-0.5, 0.5].flatMap((x) => box([x, -0.8, 0.1], [0.1, 0.98, 0.06], 'warm'))
  const mesh = [
    ...plate(LID, { height: 0.12, inset: 0.06, tone: 'warm' }),
    ...move(plate(lining, { height: -0.1, inset: 0.12, tone: 'dark' }), [0, 0, 0.2]),
    ...move(bands, [0, 0, 0.2]),
  ]
  const light = { radius: SIZE * 0.42, colour: [0.86, 0.15, 72] as const, strength: 0.8 }
  return drawMesh(pen, mesh, CHEST) + glow(pen, [SIZE / 2, SIZE * 0.44], light)
}

function front(pen: Pen): string {
  const boards = [-0.13, 0.14, 0.41].flatMap((y) => box([0, y, 0.5], [1.98, 0.26, 0.1], 'main'))
  const bands = [-0.9, -0.5, 0.5, 0.9].flatMap((x) =>
    box([x, 0.14, 0.6], [0.12, 0.86, 0.08], 'warm'),
  )
  const rims = [-0.28, 0.56].flatMap((y) => box([0, y, 0.7], [2.12, 0.13, 0.1], 'warm'))
  const lock = [
    ...plate(ring(8, 0.22), { height: 0.1, inset: 0.3, tone: 'warm' }),
    ...move(plate(ring(4, 0.12), { height: 0.08, inset: 0.5, tone: 'glow' }), [0, 0, 0.11]),
  ]
  return drawMesh(
    pen,
    turn([...boards, ...bands, ...rims, ...move(lock, [0, -0.1, 0.8])], { x: -14 }),
    CHEST,
  )
}

const GLINTS: Record<Heap, readonly Stone[]> = {
  handful: [[0.44, 0.38, 0.09]],
  heap: [
    [0.42, 0.46, 0.09],
    [0.72, 0.32, 0.06],
  ],
  chest: [
    [0.44, 0.28, 0.1],
    [0.7, 0.24, 0.06],
    [0.27, 0.38, 0.05],
  ],
}

const sparkle = (pen: Pen, heap: Heap) =>
  GLINTS[heap].map(([x, y, size]) => glint(pen, [x * SIZE, y * SIZE], size * SIZE))
