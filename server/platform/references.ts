import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A name that is never used twice, made of what everybody outside takes for one. */
export const makeReference = (first: 'P' | 'R' | 'D', length: number): string =>
  first + Array.from({ length: length - 1 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
