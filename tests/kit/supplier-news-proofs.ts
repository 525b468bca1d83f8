import assert from 'node:assert/strict'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { findSecrets } from './open-setup.ts'
import { expectUnknown, untilSoon, type Proof } from './proof.ts'
import type { Received } from './receiver.ts'
import { expectAgreement, GARBAGE } from './supplier-proofs.ts'
import { PLAYERS, type SupplierSetup } from './supplier-setup.ts'

/** Proofs about pending orders, callbacks, players, credentials and secrets. */
export const SUPPLIER_NEWS_PROOFS: Proof<SupplierSetup>[] = [
  ...(['delivered', 'refused'] as const).map((end): Proof<SupplierSetup> => ({
    name: `pending, then ${end}`,
    claim: `waits for a pending order, and learns that it is ${end}`,
    async prove({ supplier, connector, prepare, act, untilDecided }) {
      if (!supplier.trace) return 'the supplier can’t be asked about an order'
      const dispatch = await prepare({ playerId: PLAYERS.pending })
      const first = await supplier.deliver(dispatch)
      assert.equal(first.is, 'pending')
      const sent = { ...dispatch, providerOrderId: first.providerOrderId, firstSentAt: new Date() }
      assert.equal((await supplier.trace(sent)).is, 'pending')
      const { reference } = dispatch
      await act('/dispatches/settle', { provider: connector.name, reference, outcome: end })
      assert.equal((await untilDecided(sent, null))?.is, end)
    },
  })),
  {
    name: 'unheard order',
    claim: 'says nothing of an order that the company never got which its books don’t have',
    async prove({ supplier, prepare, listDelivered }) {
      if (!supplier.trace) return 'the supplier can’t be asked about an order'
      const dispatch = { ...(await prepare()), firstSentAt: new Date() }
      const outcome = await supplier.trace(dispatch).catch(() => null)
      expectAgreement(outcome, await listDelivered(dispatch))
      assert.notEqual(outcome?.is, 'refused')
    },
  },
  {
    name: 'company down',
    claim: 'delivers nothing while the company is down, and says so',
    async prove({ supplier, prepare, listDelivered }) {
      const dispatch = await prepare({ playerId: PLAYERS.down })
      const outcome = await supplier.deliver(dispatch).catch(() => null)
      assert.ok(outcome?.is !== 'delivered' && outcome?.is !== 'pending', String(outcome?.is))
      assert.equal((await listDelivered(dispatch)).length, 0)
    },
  },
  {
    name: 'wrong credentials',
    claim: 'throws for wrong credentials, and never blames the player',
    async prove({ connector, create, account, prepare, listDelivered }) {
      const [secret] = connector.credentials.filter(
        ({ isSecret, isOptional }) => isSecret && !isOptional,
      )
      assert.ok(secret, 'the manifest has no secret credential')
      const wrong = create({ ...account.credentials, [secret.name]: 'wrong-0123456789abcdef' })
      const check: Supplier['check'] =
        wrong.check ?? (async () => void (await wrong.readBalance!()))
      await expectUnknown('its check', check())
      const dispatch = await prepare()
      const outcome = await wrong.deliver(dispatch).catch(() => null)
      assert.ok(
        !outcome || outcome.is === 'not sent' || outcome.is === 'refused',
        String(outcome?.is),
      )
      if (outcome?.is === 'refused') assert.notEqual(outcome.why, 'player')
      assert.equal((await listDelivered(dispatch)).length, 0)
    },
  },
  {
    name: 'callbacks',
    claim: 'reads the company’s callbacks, each as often as it comes',
    async prove(setup) {
      const { supplier, connector } = setup
      assert.equal(Boolean(supplier.readCallback), connector.sendsCallbacks, 'the manifest differs')
      if (!supplier.readCallback) return 'the supplier sends no callbacks'
      const { dispatch, callbacks, ids } = await receiveCallbacks(setup)
      for (const message of callbacks) {
        const read = supplier.readCallback(message)
        assert.ok(read, 'it does not know its own callback')
        assert.ok(read.reference === dispatch.reference || ids.includes(read.providerOrderId!))
      }
    },
  },
  {
    name: 'forged callbacks',
    claim: 'refuses altered and foreign callbacks, or only takes them for hints, and never throws',
    async prove(setup) {
      const { supplier } = setup
      if (!supplier.readCallback) return 'the supplier sends no callbacks'
      const { callbacks } = await receiveCallbacks(setup)
      const { headers } = callbacks[0]!
      for (const body of ['', 'null', '[]', '{}', '{"a":', '\u0000', 'x'.repeat(100_000)])
        assert.equal(
          supplier.readCallback({ headers, body: Buffer.from(body) }),
          null,
          body.slice(0, 9),
        )
      assert.equal(supplier.readCallback({ headers: {}, body: Buffer.from('hello') }), null)
    },
  },
  {
    name: 'players',
    claim: 'names players, tells unknown ones, and takes no error for either',
    async prove({ supplier, connector, proxy }) {
      assert.equal(Boolean(supplier.validatePlayer), connector.findsPlayers, 'the manifest differs')
      if (!supplier.validatePlayer) return 'the supplier knows no players'
      const ask = (playerId: string) =>
        supplier.validatePlayer!({
          game: 'legends',
          region: '',
          serviceId: '1001',
          playerId,
          zoneId: '2001',
        })
      const known = await ask('123456789')
      assert.ok(known.is === 'known' && known.name !== '', known.is)
      assert.equal((await ask(PLAYERS.unknown)).is, 'unknown')
      await expectUnknown('a company that is down', ask(PLAYERS.down))
      for (const [what, how] of Object.entries(GARBAGE))
        await proxy.during(how, () => expectUnknown(what, ask('123456789')))
    },
  },
  {
    name: 'secrets',
    claim: 'puts no secret into answers, errors or logs, whatever goes wrong',
    async prove(setup) {
      const { supplier, proxy, prepare, nowhere, connector } = setup
      const dispatch = await prepare()
      await supplier.deliver(dispatch)
      for (const how of [...Object.values(GARBAGE), { is: 'lose the answer' } as const])
        await proxy.during(how, async () => {
          await supplier.listProducts({ game: 'legends', region: '' }).catch(() => null)
          await supplier.readBalance?.().catch(() => null)
          await supplier.deliver(dispatch).catch(() => null)
          await supplier.trace?.(dispatch).catch(() => null)
        })
      await nowhere.deliver(dispatch).catch(() => null)
      assert.deepEqual(findSecrets(connector, setup), [])
    },
  },
]

/** Delivers a pack whose company reports it three times. */
async function receiveCallbacks(setup: SupplierSetup) {
  const { supplier, connector, prepare, act, received, shopUrl } = setup
  const path = `/api/v1/callback/${connector.name}/secret`
  await act('/dispatches/callback', { provider: connector.name, url: `${shopUrl}${path}` })
  const dispatch = await prepare({ playerId: PLAYERS.callbacks })
  const first = await supplier.deliver(dispatch)
  const list = (): Received[] => received.filter((one) => one.path === path)
  await untilSoon('callbacks have come', () => list().length >= 3)
  return { dispatch, callbacks: list(), ids: [first.providerOrderId] }
}
