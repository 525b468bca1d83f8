import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Makes a unique reference of letters and digits, which every gateway and supplier accepts. */
export const makeReference = (first: 'P' | 'R' | 'D', length: number): string =>
  first + Array.from({ length: length - 1 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
