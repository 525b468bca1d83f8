const MULTIPLES = [50, 100, 500, 1000]
const SHOWN = 3

/** Round amounts in rupees that are more than an amount in paise, the smallest first. */
export function roundUp(paise: number, most: number): number[] {
  const rounded = MULTIPLES.map((multiple) => Math.ceil(paise / 100 / multiple) * multiple)
  const larger = rounded.filter((rupees) => rupees * 100 > paise && rupees * 100 <= most)
  return [...new Set(larger)].slice(0, SHOWN)
}
