import { hash } from 'node:crypto'

export type Random = ReturnType<typeof createRandom>

const DIGITS = 13 // hexadecimal: 52 bits, which a number holds exactly
export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const CODES = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' // without letters and digits that look alike

/** Makes random choices that are the same for the same seed. Each subject has a seed of its own. */
export function createRandom(seed: string) {
  let count = 0
  const bits = (): string => hash('sha256', `${seed} ${count++}`, 'hex')
  /** From 0 to just below 1. */
  const next = (): number => Number.parseInt(bits().slice(0, DIGITS), 16) / 16 ** DIGITS
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const letters = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join('')
  return {
    next,
    /** A whole number. Both ends are possible. */
    between,
    chance: (probability: number): boolean => next() < probability,
    pick<T>(list: readonly T[], weightOf: (one: T) => number = () => 1): T {
      const weights = list.map(weightOf)
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      return list.find((_, index) => (left -= weights[index]!) < 0) ?? list.at(-1)!
    },
    letters,
    /** A reference in the shop's own style. */
    reference: (): string => `GS${letters(CODES, 14)}`,
    /** An id that sorts by its time, like those of the shop. */
    idAt(at: number): string {
      const [time, rest] = [at.toString(16).padStart(12, '0'), bits()]
      const parts = [
        time.slice(0, 8),
        time.slice(8),
        `7${rest.slice(0, 3)}`,
        `8${rest.slice(3, 6)}`,
      ]
      return [...parts, rest.slice(6, 18)].join('-')
    },
  }
}
