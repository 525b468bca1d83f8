import { hex, INK, LANTERN, mix } from './colour.ts'
import { CUTS, type Cut } from './cuts.ts'
import { EMBLEMS, type Emblem } from './emblems.ts'
import { createPen, glow, path, round, type Flat, type Pen } from './pen.ts'
import { drawGem, drawMesh, glint, silhouette, type Placed } from './shade.ts'
import { turn } from './mesh.ts'
import { STAGES, type Stage } from './stages.ts'

/** The look of a game. `accent` is the hue of the emblem and the stone if it differs from the scene's. */
export type Art = { stage: Stage; emblem: Emblem; cut: Cut; hue: number; accent?: number }

/** Draws a stone. Coins and pearls are solid; all others are transparent gems. */
export function drawStone(pen: Pen, cut: Cut, placed: Placed, spin = 0): string {
  const mesh = turn(CUTS[cut](), { z: spin })
  return cut === 'coin' || cut === 'pearl'
    ? drawMesh(pen, mesh, placed)
    : drawGem(pen, mesh, placed)
}

/** The emblem in front of its own light, with a halo and a shadow. */
function drawEmblem(pen: Pen, emblem: Emblem, placed: Placed): string {
  const mesh = EMBLEMS[emblem]()
  const outline = silhouette(mesh, placed)
  const { at, scale } = placed
  const halo = hex(mix([0.9, 0.12, placed.hue ?? pen.hue], LANTERN, 0.4))
  return [
    glow(pen, at, { radius: scale * 1.9, colour: INK, strength: 0.34 }),
    path(
      outline,
      halo,
      `filter="${pen.blur(scale * 0.09)}" stroke="${halo}" stroke-width="${round(scale * 0.07)}" opacity=".75"`,
    ),
    path(
      outline,
      hex(INK),
      `stroke="${hex(INK)}" stroke-width="${round(scale * 0.02)}" stroke-linejoin="round"`,
    ),
    drawMesh(pen, mesh, placed),
  ].join('')
}

const vignette = (pen: Pen, [x, y]: Flat) =>
  `<rect width="${pen.width}" height="${pen.height}" fill="${pen.radial(
    [x, y],
    Math.max(pen.width, pen.height) * 0.78,
    [
      [0.45, INK, 0],
      [1, INK, 0.78],
    ],
  )}"/>`

/** A stone standing in the foreground, in its own pool of light. */
function standStone(pen: Pen, cut: Cut, placed: Placed): string {
  const [x, y] = placed.at
  const shadow = `<ellipse cx="${round(x)}" cy="${round(y + placed.scale * 1.05)}" rx="${round(placed.scale)}" ry="${round(placed.scale * 0.2)}" fill="${hex(INK)}" fill-opacity=".6"/>`
  const light = glow(pen, [x, y], {
    radius: placed.scale * 2.1,
    colour: [0.75, 0.16, placed.hue ?? pen.hue],
    strength: 0.55,
  })
  return light + shadow + drawStone(pen, cut, placed, pen.random(-9, 9))
}

const CARD = { width: 640, height: 800, shown: 512 }

/** A game's card, as SVG. */
export function drawCard(slug: string, { stage, emblem, cut, hue, accent = hue }: Art): string {
  const pen = createPen({ seed: slug, hue, ...CARD })
  const { width: w, height: h } = CARD
  const focus: Flat = [w / 2, h * 0.42]
  const stones = (
    [
      [0.15, 0.9, 0.075],
      [0.31, 0.935, 0.05],
      [0.7, 0.93, 0.055],
      [0.85, 0.875, 0.1],
    ] as const
  ).map(([x, y, size]) =>
    standStone(pen, cut, { at: [x * w, y * h], scale: size * w, hue: accent }),
  )
  return pen.finish(
    [
      STAGES[stage](pen, focus),
      glow(pen, [w * 0.04, 0], { radius: w * 0.75, colour: LANTERN, strength: 0.34 }),
      drawEmblem(pen, emblem, { at: focus, scale: w * 0.29, hue: accent }),
      vignette(pen, focus),
      ...stones,
      glint(pen, [0.81 * w, 0.82 * h], w * 0.06),
      glint(pen, [0.13 * w, 0.86 * h], w * 0.035),
      glint(pen, [w * 0.4, h * 0.26], w * 0.05),
    ].join(''),
  )
}

const WIDE = { width: 1920, height: 840, shown: 1280 }

/** A banner, as SVG. The scene is on the right; the left third stays calm for the text. */
export function drawBanner(slug: string, { stage, emblem, cut, hue, accent = hue }: Art): string {
  const pen = createPen({ seed: `${slug} wide`, hue, ...WIDE })
  const { width: w, height: h } = WIDE
  const focus: Flat = [w * 0.7, h * 0.46]
  const calm = pen.linear(
    [0, 0],
    [w * 0.62, 0],
    [
      [0, INK, 0.92],
      [0.5, INK, 0.74],
      [1, INK, 0],
    ],
  )
  const stones = (
    [
      [0.5, 0.89, 0.06],
      [0.57, 0.93, 0.04],
      [0.84, 0.92, 0.05],
      [0.92, 0.86, 0.09],
    ] as const
  ).map(([x, y, size]) =>
    standStone(pen, cut, { at: [x * w, y * h], scale: size * h, hue: accent }),
  )
  return pen.finish(
    [
      STAGES[stage](pen, focus),
      `<rect width="${w}" height="${h}" fill="${calm}"/>`,
      drawEmblem(pen, emblem, { at: focus, scale: h * 0.31, hue: accent }),
      vignette(pen, [w * 0.55, h * 0.45]),
      ...stones,
      glint(pen, [w * 0.66, h * 0.24], 50),
      glint(pen, [w * 0.905, h * 0.79], 44),
    ].join(''),
  )
}
