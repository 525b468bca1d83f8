import type { Keys } from '#server/platform/config/secrets.ts'
import { readSignedId, writeSignedId } from '#server/accounts/users/signed-id.ts'

/** Makes the token of an unsubscribe link. It names one account, never expires, and only this shop can make it. */
export const writeUnsubscribeToken = ({ unsubscribe }: Keys, userId: string): string =>
  writeSignedId(unsubscribe, userId)

/** Reads the user id; null if this shop did not make the token. */
export const readUnsubscribeToken = ({ unsubscribe }: Keys, token: string): string | null =>
  readSignedId(unsubscribe, token)
