import { randomBytes } from 'node:crypto'
import { toShopDate } from '#contract/period.ts'

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' // 32 letters, without what is read as something else
const SLOT_MS = 2_637 // of a day's 32,768: three letters
const RANDOM_LETTERS = 8

/**
 * A name for people: the day in the shop's zone, three letters for the time of day, and eight that nobody can guess. Names of
 * one time stand side by side in their index, however many there are.
 */
export function makeInvoice(now: Date): string {
  const { day, msOfDay } = toShopDate(now)
  const slot = Math.floor(msOfDay / SLOT_MS)
  const time = [slot >> 10, slot >> 5, slot].map(letter).join('')
  const rest = Array.from(randomBytes(RANDOM_LETTERS), letter).join('')
  return `GS${day.replaceAll('-', '').slice(2)}${time}${rest}`
}

const letter = (bits: number): string => ALPHABET[bits & 31]!
