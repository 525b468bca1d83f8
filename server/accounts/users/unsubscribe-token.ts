import type { Keys } from '#server/platform/config/secrets.ts'
import { readSignedId, writeSignedId } from './signed-id.ts'

/** What an email with news says no by: it names one account, is good for ever, and only this shop can write it. */
export const writeUnsubscribeToken = ({ unsubscribe }: Keys, userId: string): string =>
  writeSignedId(unsubscribe, userId)

/** Whose it is; null where this shop has not written it. */
export const readUnsubscribeToken = ({ unsubscribe }: Keys, token: string): string | null =>
  readSignedId(unsubscribe, token)
