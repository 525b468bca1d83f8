/** A colour in OKLCH, as in web/ui/theme.css. */
export type Colour = readonly [lightness: number, chroma: number, hue: number]

/** Converts OKLCH to #rrggbb. Colours outside sRGB lose chroma but keep their hue. */
export function hex([lightness, chroma, hue]: Colour): string {
  for (let kept = chroma; ; kept -= 0.01) {
    const channels = toLinear(lightness, Math.max(kept, 0), hue)
    const isShown = channels.every((channel) => channel > -0.001 && channel < 1.001)
    if (isShown || kept <= 0) return `#${channels.map(toByte).join('')}`
  }
}

function toLinear(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function toByte(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear))
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}

/** Mixes two colours, going the shorter way round the hue circle. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const turn = ((to[2] - from[2] + 540) % 360) - 180
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + turn * share,
  ]
}

/** Picks the colour at a place between 0 and 1 in a row from dark to light. */
export function ramp(colours: readonly Colour[], place: number): Colour {
  const scaled = Math.min(0.9999, Math.max(0, place)) * (colours.length - 1)
  const index = Math.floor(scaled)
  return mix(colours[index]!, colours[index + 1]!, scaled - index)
}

export const INK: Colour = [0.165, 0.035, 288]
export const LANTERN: Colour = [0.815, 0.145, 70]
export const FLAME: Colour = [0.95, 0.07, 88]
