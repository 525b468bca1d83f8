import type { Reason } from './sql.ts'

const WORDS_MAX = 500

/** Timeline messages about a delivery. They never name a supplier. */
export const STEPS = {
  sent: 'Sent to the game',
  accepted: 'The game has accepted the order and is working on it',
  lost: 'The game hasn’t confirmed yet. We keep checking',
  elsewhere: 'That delivery didn’t work. We’re trying another way',
  down: 'We can’t reach the game right now. We keep trying',
  person: 'Our team is checking this delivery',
  part: 'Part of the pack couldn’t be delivered. Our team is checking it',
  player: 'The game doesn’t know this player. Please correct it, or take a refund',
  corrected: 'Thank you for the correction. The order is on its way again',
  refunded: 'You took a refund',
} as const

export const partOf = (delivered: number, all: number): string =>
  `${delivered} of ${all} parts delivered to your player`

const REASONS: Record<Reason, string> = {
  player: 'The game doesn’t know this player',
  stock: 'The game has run out of this pack',
  balance: 'This pack can’t be delivered right now',
  price: 'This pack can’t be delivered right now',
  product: 'This pack can’t be delivered right now',
  other: 'The game refused this order',
  down: 'We couldn’t reach the game in time',
  'not wanted': 'The order couldn’t be delivered',
}

export const reasonInWords = (reason: Reason): string => REASONS[reason]

/** Makes a supplier's words storable: one line of limited length, without control characters. */
export const toText = (words: string): string =>
  words
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, WORDS_MAX)
    .toWellFormed()
