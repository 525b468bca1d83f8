import { randomBytes } from 'node:crypto'
import { toShopDate } from '#contract/core/period.ts'

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' // 32 characters, without those that look like others
const SLOT_MS = 2_637 // a day has 32,768 slots: three characters
const RANDOM_LETTERS = 8

/**
 * Makes an invoice number: the day in the shop's time zone, three characters for the time of day, and eight that nobody
 * can guess. Numbers of the same time are next to each other in their index, however many there are.
 */
export function makeInvoice(now: Date): string {
  const { day, msOfDay } = toShopDate(now)
  const slot = Math.floor(msOfDay / SLOT_MS)
  const time = [slot >> 10, slot >> 5, slot].map(letter).join('')
  const rest = Array.from(randomBytes(RANDOM_LETTERS), letter).join('')
  return `GS${day.replaceAll('-', '').slice(2)}${time}${rest}`
}

const letter = (bits: number): string => ALPHABET[bits & 31]!
