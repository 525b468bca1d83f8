import type { Reason } from './sql.ts'

const WORDS_MAX = 500

/** Timeline messages about a delivery. They never name a supplier. */
export const STEPS = {
  sent: 'Sent to the game',
  accepted: 'The game has taken the order, and will say when it is done',
  lost: 'The game has not confirmed yet: we are asking',
  elsewhere: 'It could not be delivered in this way: we are trying another one',
  down: 'The game cannot be reached at the moment: we keep trying',
  person: 'Our team is checking this delivery',
  part: 'Part of the pack could not be delivered: our team is checking it',
  player: 'The game does not know this player. Please correct it, or take your money back',
  corrected: 'Thank you for the correction. The order is on its way again',
  refunded: 'You have taken your money back',
} as const

/** Leaves the code itself out: customers request it with a separate call. */
export const CODE_READY = 'Delivered. Your code is ready: show it on the page of your order'

/** Start of old timeline messages, which contained the code itself. */
export const OLD_CODE_WORDS = 'Delivered. Your code: '

export const partOf = (delivered: number, all: number): string =>
  `${delivered} of ${all} parts delivered to your player`

const REASONS: Record<Reason, string> = {
  player: 'The game does not know this player',
  stock: 'The game is out of this pack',
  balance: 'This pack cannot be delivered at the moment',
  price: 'This pack cannot be delivered at the moment',
  product: 'This pack cannot be delivered at the moment',
  other: 'The game has refused this order',
  down: 'The game could not be reached in time',
  'not wanted': 'The order could not be delivered',
}

export const reasonInWords = (reason: Reason): string => REASONS[reason]

/** Makes a supplier's words storable: one line of limited length, without control characters. */
export const toText = (words: string): string =>
  words
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, WORDS_MAX)
    .toWellFormed()
