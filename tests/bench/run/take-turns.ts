import { setTimeout as sleep } from 'node:timers/promises'

export type Figures = Record<string, number>
export type Side<Measured extends Figures> = { name: string; run(): Promise<Measured> }
export type Turns<Measured extends Figures> = { name: string; rounds: Measured[]; median: Measured }

const REST_MS = 100 // lets one side's leftover work finish before the next side runs

/** Runs all sides in turn, so that a slow moment affects each of them. The first round only warms up. */
export async function takeTurns<Measured extends Figures>(
  sides: Side<Measured>[],
  rounds: number,
): Promise<Turns<Measured>[]> {
  const measured: Measured[][] = sides.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, { run }] of sides.entries()) {
      const figures = await run()
      if (round > 0) measured[index]!.push(figures)
      await sleep(REST_MS)
    }
  return sides.map(({ name }, index) => ({
    name,
    rounds: measured[index]!,
    median: medianOfEach(measured[index]!),
  }))
}

export function medianOfEach<Measured extends Figures>(rounds: Measured[]): Measured {
  const names = Object.keys(rounds[0] ?? {})
  const medians = names.map((name) => [name, median(rounds.map((round) => round[name]!))])
  return Object.fromEntries(medians) as Measured
}

export const median = (numbers: number[]): number => percentile(numbers, 0.5)

export const percentile = (numbers: number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN
