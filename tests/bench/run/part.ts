/** A figure, with the promise about it if there is one. */
export type Row = {
  what: string
  measured: string
  against: string // what it is compared with
  ratio: number | null
  target: string
  isKept: boolean | null // null if nothing is promised
}

export type PartResult = {
  rows: Row[]
  rounds: unknown // every figure of every round
  plots?: Record<string, string> // SVG by the file's name, which begins with bench-
  notes?: string[]
}

export type Setting = {
  stack: AsyncDisposableStack // closes everything that the part has opened
  rounds: number
  seconds: number // for each measurement
  sizes: number[] // numbers of orders, for parts that compare sizes
  say: (sentence: string) => void
}

/** A part of the benchmark, run by `npm run bench -- name`. */
export type Part = {
  name: string
  about: string
  isExtra?: boolean // runs only when named
  needs?: ('wrk' | 'pgbench')[]
  measure(setting: Setting): Promise<PartResult>
}

/** Answers whether the value is within the limits. */
export const keeps = (ratio: number, { min = -Infinity, max = Infinity }): boolean =>
  ratio >= min && ratio <= max
