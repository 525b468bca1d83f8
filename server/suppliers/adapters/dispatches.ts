import type { Dispatch, Parcel, RefusedFor } from './provider.ts'
import { isAboutBalance, isAboutPlayer, isAboutStock } from './wire.ts'

export const refused = (why: RefusedFor, words: string): Dispatch => ({
  is: 'refused',
  providerOrderId: null,
  why,
  words,
})

/** It knows nothing of the parcel. */
export const unheard = (words: string): Dispatch => ({
  is: 'unheard',
  providerOrderId: null,
  words,
})

/** Why, of a refusal in words alone. */
export function whyInWords(words: string): RefusedFor {
  if (isAboutBalance(words)) return 'balance'
  if (isAboutStock(words)) return 'stock'
  if (isAboutPlayer(words)) return 'player'
  if (/price/i.test(words)) return 'price'
  return /product|catalogue|game|type/i.test(words) ? 'product' : 'other'
}

/** Of a no in words alone: it may have the order all the same. */
export const isUnclear = (words: string): boolean =>
  /duplicate|already|idempoten|time(d )?.?out|busy|try again|process|internal/i.test(words)

/** So is what has never been sent. */
export const wasSentWithin = ({ firstSentAt }: Parcel, ms: number, now: Date): boolean =>
  firstSentAt === null || now.getTime() - firstSentAt.getTime() < ms
