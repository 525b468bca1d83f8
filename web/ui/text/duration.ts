const UNITS = [
  [60 * 60, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A duration in words, rounded up in its largest unit: 8 seconds, 2 minutes. */
export function sayDuration(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? [1, 'second']
  const count = Math.ceil(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
