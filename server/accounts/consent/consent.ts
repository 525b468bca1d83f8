import { randomUUIDv7 } from 'node:crypto'
import { CONSENT_WORDS } from '#contract/accounts/consent.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { insertConsent, type Purpose, type Source } from './consent-sql.ts'

type Consent = {
  userId: string
  source: Source
  isGiven?: boolean // false withdraws it
  now: Date
} & ({ purpose: Exclude<Purpose, 'age'>; words?: string } | { purpose: 'age'; words: string })

/** Adds to the log of what people agreed to. Runs in the transaction in which it takes effect. */
export async function recordConsent(
  tx: Tx,
  { isGiven = true, now, ...consent }: Consent,
): Promise<void> {
  const words =
    consent.purpose === 'age' ? consent.words : (consent.words ?? CONSENT_WORDS[consent.purpose])
  await insertConsent(tx, { id: randomUUIDv7(), ...consent, isGiven, words, createdAt: now })
}
