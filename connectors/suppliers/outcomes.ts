import type { DispatchOutcome, Dispatch, RefusedFor } from '#connectors/suppliers/supplier.ts'
import { isAboutBalance, isAboutPlayer, isAboutStock } from './wire.ts'

export const refused = (why: RefusedFor, words: string): DispatchOutcome => ({
  is: 'refused',
  providerOrderId: null,
  why,
  words,
})

/** The supplier has no such order. */
export const unheard = (words: string): DispatchOutcome => ({
  is: 'unheard',
  providerOrderId: null,
  words,
})

/** Derives the reason from the text of a refusal. */
export function whyInWords(words: string): RefusedFor {
  if (isAboutBalance(words)) return 'balance'
  if (isAboutStock(words)) return 'stock'
  if (isAboutPlayer(words)) return 'player'
  if (/price/i.test(words)) return 'price'
  return /product|catalogue|game|type/i.test(words) ? 'product' : 'other'
}

/** Recognizes refusals in words that leave open if the order was taken. */
export const isUnclear = (words: string): boolean =>
  /duplicate|already|idempoten|time(d )?.?out|busy|try again|process|internal/i.test(words)

/** Also true for a dispatch that was never sent. */
export const wasSentWithin = ({ firstSentAt }: Dispatch, ms: number, now: Date): boolean =>
  firstSentAt === null || now.getTime() - firstSentAt.getTime() < ms
