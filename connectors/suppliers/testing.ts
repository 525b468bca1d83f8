import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DispatchOutcome, Dispatch, Supplier } from '#connectors/suppliers/supplier.ts'

/** A dispatch that was never sent, with a fresh reference. */
export const toDispatch = (change: Partial<Dispatch> = {}): Dispatch => ({
  reference: `D${randomUUID().replaceAll('-', '').slice(0, 21).toUpperCase()}`,
  game: 'legends',
  region: '',
  serviceId: '1001',
  playerId: '123456789',
  zoneId: '2001',
  callbackUrl: 'http://localhost:3000/api/v1/callback/provider/secret',
  buyerAddress: '203.0.113.7',
  via: [],
  providerOrderId: null,
  firstSentAt: null,
  ...change,
})

/** The outcome in short, such as `refused for player`, or the error message if the outcome is unknown. */
export const inShort = (outcome: Promise<DispatchOutcome>): Promise<string> =>
  outcome.then(
    (answer) => (answer.is === 'refused' ? `refused for ${answer.why}` : answer.is),
    (error: Error) => error.message,
  )

type Delivered = {
  provider: string
  reference: string
  serviceId: string
  playerId: string
  zoneId: string
}

/** All deliveries that the sandbox's suppliers have recorded. */
export async function deliveredIn(sandboxUrl: string): Promise<Delivered[]> {
  const books = (await (await fetch(`${sandboxUrl}/books`)).json()) as { delivered: Delivered[] }
  return books.delivered
}

type Company = {
  name: string // the sandbox's name for it
  supplier: Supplier
  sandbox: { url: string; send: (path: string, body: object) => Promise<unknown> }
  dispatchOf?: typeof toDispatch
  /** The dispatch as it looks when it is traced. */
  whenAsked?: (dispatch: Dispatch) => Dispatch
}

/**
 * Checks a supplier against every player with a fixed outcome in the sandbox, on delivery and on tracing. Also settles
 * waiting orders both ways, and checks that only delivered ones are recorded as such.
 */
export async function provePlayers(
  { name, supplier, sandbox, dispatchOf = toDispatch, whenAsked = (dispatch) => dispatch }: Company,
  outcomes: Record<string, [atOnce: string, asked: string]>,
): Promise<void> {
  const trace = (dispatch: Dispatch) => inShort(supplier.trace!(whenAsked(dispatch)))
  for (const [playerId, expected] of Object.entries(outcomes)) {
    const dispatch = dispatchOf({ playerId })
    const said = [await inShort(supplier.deliver(dispatch)), await trace(dispatch)]
    assert.deepEqual(said, expected, playerId)
  }
  for (const [outcome, means] of [
    ['delivered', 'delivered'],
    ['refused', 'refused for other'],
  ] as const) {
    const dispatch = dispatchOf({ playerId: '900000007' })
    await supplier.deliver(dispatch)
    assert.equal(await trace(dispatch), 'pending')
    const { reference } = dispatch
    await sandbox.send('/dispatches/settle', { provider: name, reference, outcome })
    assert.equal(await trace(dispatch), means)
  }
  const players = (await deliveredIn(sandbox.url)).map(({ playerId }) => playerId)
  assert.deepEqual(players, ['900000003', '900000006', '900000007'])
}
