export type Dice = ReturnType<typeof createDice>

/** Reproducible random numbers: the same seed gives the same sequence. */
export function createDice(seed: number) {
  let state = seed
  function roll(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(roll() * count)
  return {
    below,
    isHit: (rate: number): boolean => roll() < rate,
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
  }
}
