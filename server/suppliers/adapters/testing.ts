import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Dispatch, Parcel, Provider } from './provider.ts'

/** A parcel that was never sent, under a reference of its own. */
export const toParcel = (change: Partial<Parcel> = {}): Parcel => ({
  reference: `D${randomUUID().replaceAll('-', '').slice(0, 21).toUpperCase()}`,
  game: 'legends',
  region: '',
  serviceId: '1001',
  playerId: '123456789',
  zoneId: '2001',
  callbackUrl: 'http://localhost:3000/api/v1/callback/provider/secret',
  buyerAddress: '203.0.113.7',
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

type Company = {
  name: string // as the sandbox calls it
  provider: Provider
  sandbox: { url: string; send: (path: string, body: object) => Promise<unknown> }
  parcelOf?: typeof toParcel
  /** The parcel as it is when somebody asks what became of it. */
  whenAsked?: (parcel: Parcel) => Parcel
}

/**
 * What a company says of each player that the sandbox has a fate for, at once and when it is asked;
 * of the one that waits, as somebody decides; and its books have those alone that were delivered.
 */
export async function proveFates(
  { name, provider, sandbox, parcelOf = toParcel, whenAsked = (parcel) => parcel }: Company,
  told: Record<string, [atOnce: string, asked: string]>,
): Promise<void> {
  const trace = (parcel: Parcel) => inShort(provider.trace!(whenAsked(parcel)))
  for (const [playerId, expected] of Object.entries(told)) {
    const parcel = parcelOf({ playerId })
    const said = [await inShort(provider.deliver(parcel)), await trace(parcel)]
    assert.deepEqual(said, expected, playerId)
  }
  for (const [outcome, means] of [
    ['delivered', 'delivered'],
    ['refused', 'refused for other'],
  ] as const) {
    const parcel = parcelOf({ playerId: '900000007' })
    await provider.deliver(parcel)
    assert.equal(await trace(parcel), 'pending')
    const { reference } = parcel
    await sandbox.send('/parcels/settle', { provider: name, reference, outcome })
    assert.equal(await trace(parcel), means)
  }
  const players = (await deliveredIn(sandbox.url)).map(({ playerId }) => playerId)
  assert.deepEqual(players, ['900000003', '900000006', '900000007'])
}
