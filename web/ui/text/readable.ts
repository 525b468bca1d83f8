const CONTRAST_MIN = 4.5
const INK = '#14101f'
const PAPER = '#ffffff'

/** Returns the wanted colour if its contrast is sufficient, otherwise the better of dark and white. */
export function readableOn(background: string, wanted: string): string {
  if (contrast(background, wanted) >= CONTRAST_MIN) return wanted
  return contrast(background, INK) >= contrast(background, PAPER) ? INK : PAPER
}

/** Contrast ratio as defined by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16)))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
