import { randomUUID } from 'node:crypto'
import type { Dispatch, Parcel } from './provider.ts'

/** A parcel that was never sent, under a reference of its own. */
export const toParcel = (change: Partial<Parcel> = {}): Parcel => ({
  reference: `D${randomUUID().replaceAll('-', '').slice(0, 21).toUpperCase()}`,
  game: 'legends',
  region: '',
  serviceId: '1001',
  playerId: '123456789',
  zoneId: '2001',
  callbackUrl: 'http://localhost:3000/api/v1/callback/provider/secret',
  providerOrderId: null,
  firstSentAt: null,
  ...change,
})

/** `refused for player`, `delivered`; or, where nobody knows, what was thrown. */
export const inShort = (dispatch: Promise<Dispatch>): Promise<string> =>
  dispatch.then(
    (told) => (told.is === 'refused' ? `refused for ${told.why}` : told.is),
    (error: Error) => error.message,
  )

type Delivered = {
  provider: string
  reference: string
  serviceId: string
  playerId: string
  zoneId: string
}

/** What the sandbox's providers have delivered, by their own books. */
export async function deliveredIn(sandboxUrl: string): Promise<Delivered[]> {
  const books = (await (await fetch(`${sandboxUrl}/books`)).json()) as { delivered: Delivered[] }
  return books.delivered
}
