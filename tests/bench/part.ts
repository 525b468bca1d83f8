/** One figure, and the promise about it where there is one. */
export type Row = {
  what: string
  measured: string
  against: string // what it is compared with
  ratio: number | null
  target: string
  isKept: boolean | null // null where nothing is promised
}

export type Found = {
  rows: Row[]
  rounds: unknown // every figure of every round
  plots?: Record<string, string> // SVG by the file's name, which begins with bench-
  notes?: string[]
}

export type Setting = {
  stack: AsyncDisposableStack // everything that is opened, closed when the part is over
  rounds: number
  seconds: number // each measuring
  sizes: number[] // orders, for what grows
  say: (sentence: string) => void
}

/** What `npm run bench -- name` measures. */
export type Part = {
  name: string
  about: string
  isExtra?: boolean // only when it is asked for
  needs?: ('wrk' | 'pgbench')[]
  measure(setting: Setting): Promise<Found>
}

/** At least, or at most, so many times as much as what it is compared with. */
export const keeps = (ratio: number, { min = -Infinity, max = Infinity }): boolean =>
  ratio >= min && ratio <= max
