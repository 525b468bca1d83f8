const MULTIPLES = [50, 100, 500, 1000]
const SHOWN = 3

/** Round amounts that are more than an amount in hundredths, the smallest first. */
export function roundUp(lacking: number, most: number): number[] {
  const rounded = MULTIPLES.map((multiple) => Math.ceil(lacking / 100 / multiple) * multiple)
  const larger = rounded.filter((amount) => amount * 100 > lacking && amount * 100 <= most)
  return [...new Set(larger)].slice(0, SHOWN)
}
