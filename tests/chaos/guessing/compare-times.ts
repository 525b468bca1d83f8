export type Compared = {
  samples: number // of each kind
  knownMs: number // medians
  unknownMs: number
  /**
   * How often the existing one is slower, in a pair of one existing and one missing. 50 means that time reveals
   * nothing.
   */
  slowerPercent: number
  /** How often comparing one answer of each kind gives the right guess. */
  rightPercent: number
  isTold: boolean
}

const TELLING = 0.05
const DEVIATIONS = 4 // chance alone goes this far in one direction once in thirty thousand comparisons

/** Mann-Whitney test: do the times of both kinds come from one distribution? */
export function compareTimes(known: number[], unknown: number[]): Compared {
  const [n, m] = [known.length, unknown.length]
  const slower = sumRanks(known, unknown) - (n * (n + 1)) / 2
  const share = slower / (n * m)
  const deviation = Math.sqrt((n + m + 1) / (12 * n * m))
  const away = Math.abs(share - 0.5)
  return {
    samples: Math.min(n, m),
    knownMs: median(known),
    unknownMs: median(unknown),
    slowerPercent: toPercent(share),
    rightPercent: toPercent(0.5 + away),
    isTold: away > TELLING + DEVIATIONS * deviation,
  }
}

/** The rank sum of the first list among all values. Equal values share their rank. */
function sumRanks(first: number[], second: number[]): number {
  const all = [
    ...first.map((value) => ({ value, own: 1 })),
    ...second.map((value) => ({ value, own: 0 })),
  ].toSorted((one, other) => one.value - other.value)
  let sum = 0
  for (let from = 0; from < all.length;) {
    let to = from
    while (to < all.length && all[to]!.value === all[from]!.value) to++
    const rank = (from + 1 + to) / 2
    for (; from < to; from++) sum += all[from]!.own * rank
  }
  return sum
}

const median = (values: number[]): number => {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  return Math.round(middle * 10) / 10
}

const toPercent = (share: number): number => Math.round(share * 1_000) / 10
