import { hex, INK, type Colour } from './colour.ts'
import { createRandom, type Random } from './random.ts'

export type Stop = readonly [at: number, colour: Colour, opacity?: number]
export type Flat = readonly [x: number, y: number]

/** Everything one picture is drawn with: its size, hue, random numbers and gradients. */
export type Pen = {
  width: number
  height: number
  hue: number
  random: Random
  /** A gradient from one point to another, in the picture's own coordinates. */
  linear(from: Flat, to: Flat, stops: readonly Stop[]): string
  radial(centre: Flat, radius: number, stops: readonly Stop[]): string
  /** Returns a filter that blurs the element it is set on. */
  blur(deviation: number): string
  finish(body: string): string
}

/** `shown` is the width on screen, whatever size the picture is drawn in. */
type Options = { seed: string; hue: number; width: number; height: number; shown: number }

export function createPen({ seed, hue, width, height, shown }: Options): Pen {
  const defs: string[] = []
  const define = (build: (id: string) => string) => {
    const id = `d${defs.length}`
    defs.push(build(id))
    return `url(#${id})`
  }
  return {
    width,
    height,
    hue,
    random: createRandom(seed),
    linear: ([x1, y1], [x2, y2], stops) =>
      define(
        (id) =>
          `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}">${toStops(stops)}</linearGradient>`,
      ),
    radial: ([cx, cy], radius, stops) =>
      define(
        (id) =>
          `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${round(cx)}" cy="${round(cy)}" r="${round(radius)}">${toStops(stops)}</radialGradient>`,
      ),
    blur: (deviation) =>
      define(
        (id) =>
          `<filter id="${id}" x="-16%" y="-16%" width="132%" height="132%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
      ),
    finish: (body) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${shown}" height="${(height * shown) / width}" viewBox="0 0 ${width} ${height}"><defs>${defs.join('')}</defs><rect width="${width}" height="${height}" fill="${hex(INK)}"/>${body}</svg>`,
  }
}

const toStops = (stops: readonly Stop[]) =>
  stops
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${at}" stop-color="${hex(colour)}" stop-opacity="${opacity}"/>`,
    )
    .join('')

export const round = (value: number): string => String(Math.round(value * 10) / 10)

export const polygon = (points: readonly Flat[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`

export const path = (d: string, fill: string, more = ''): string =>
  `<path d="${d}" fill="${fill}" ${more}/>`

export const disc = ([x, y]: Flat, radius: number, fill: string, more = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`

/** A light that fades from its centre to nothing. */
export function glow(
  pen: Pen,
  centre: Flat,
  { radius, colour, strength }: { radius: number; colour: Colour; strength: number },
): string {
  const fill = pen.radial(centre, radius, [
    [0, colour, strength],
    [0.25, colour, strength * 0.55],
    [0.6, colour, strength * 0.14],
    [1, colour, 0],
  ])
  return disc(centre, radius, fill)
}

/** A rectangle of full width, filled from top to bottom by its colour stops. */
export function band(pen: Pen, top: number, bottom: number, stops: readonly Stop[]): string {
  const fill = pen.linear([0, top], [0, bottom], stops)
  return `<rect y="${round(top)}" width="${pen.width}" height="${round(bottom - top)}" fill="${fill}"/>`
}
