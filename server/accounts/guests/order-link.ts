import type { Keys } from '#server/platform/config/secrets.ts'
import { readSignedId, writeSignedId } from '#server/accounts/users/signed-id.ts'

/** Address of a guest's order in a mail. It names one order, and only this shop can make it. */
export const writeOrderLink = (
  { keys, publicUrl }: { keys: Keys; publicUrl: string },
  orderId: string,
): string => `${publicUrl}/guest?token=${writeSignedId(keys['guest-order'], orderId)}`

/** Reads the order's id; null if this shop did not make the token. */
export const readOrderToken = (keys: Keys, token: string): string | null =>
  readSignedId(keys['guest-order'], token)
