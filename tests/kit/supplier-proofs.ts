import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DispatchOutcome } from '#connectors/suppliers/supplier.ts'
import type { Break } from './breaking-proxy.ts'
import { expectUnknown, type Proof } from './proof.ts'
import { PLAYERS, type SupplierSetup } from './supplier-setup.ts'

const EXACT = /^\d{1,15}(\.\d{1,12})?$/
const PATIENCE_MS = 45_000
const AT_ONCE = 8

const NO_TRACE = 'the supplier can’t be asked about an order'

/** Answers that no company sends for an order. Each leaves its outcome unknown. */
export const GARBAGE: Record<string, Break> = {
  'an error page': { is: 'answer', status: 500, type: 'text/html', body: '<h1>Sorry</h1>' },
  'a bad gateway': { is: 'answer', status: 502, type: 'application/json', body: '{}' },
  'a page in place of JSON': { is: 'answer', status: 200, type: 'text/html', body: '<h1>Hi</h1>' },
  'an empty answer': { is: 'answer', status: 200, type: 'application/json', body: '' },
  'an empty object': { is: 'answer', status: 200, type: 'application/json', body: '{}' },
  nothing: { is: 'answer', status: 200, type: 'application/json', body: 'null' },
  'a list': { is: 'answer', status: 200, type: 'application/json', body: '[]' },
  'half an answer': { is: 'cut the answer' },
}

/** Deliveries in the books after each outcome. Null says nothing. */
const COUNTS = { delivered: 1, pending: null, refused: 0, 'not sent': 0, unheard: 0 }

const delivered = (outcome: DispatchOutcome | null) => outcome?.is === 'delivered'

/** An adapter must not say what the company's books contradict. An unknown outcome says nothing. */
export function expectAgreement(outcome: DispatchOutcome | null, books: unknown[]): void {
  assert.ok(books.length <= 1, 'it was delivered twice')
  const count = outcome && COUNTS[outcome.is]
  if (count !== null && count !== undefined)
    assert.equal(books.length, count, `it said “${outcome!.is}”, and the books disagree`)
}

export const SUPPLIER_PROOFS: Proof<SupplierSetup>[] = [
  {
    name: 'products',
    claim: 'lists products with unique ids, names, exact costs and a currency of its manifest',
    async prove({ supplier, connector: { currencies } }) {
      const products = await supplier.listProducts({ game: 'legends', region: '' })
      assert.ok(products.length > 0, 'it sells nothing')
      assert.equal(new Set(products.map(({ id }) => id)).size, products.length, 'ids repeat')
      for (const { id, name, cost, currency } of products) {
        assert.ok(id && name, 'a product has no id or no name')
        assert.match(cost, EXACT, `the cost of ${id}`)
        if (currencies.length > 0) assert.ok(currencies.includes(currency), currency)
      }
    },
  },
  {
    name: 'account',
    claim: 'reports its balance exactly, or can check its credentials',
    async prove({ supplier, connector }) {
      assert.equal(Boolean(supplier.readBalance), connector.tellsBalance, 'the manifest differs')
      const balance = await supplier.readBalance?.()
      if (balance) assert.match(balance.amount, EXACT)
      else assert.ok(supplier.check, 'it has neither a balance nor a check')
      await supplier.check?.()
    },
  },
  {
    name: 'delivery',
    claim: 'delivers a pack once, to the right player, and tells an exact cost',
    async prove({ supplier, prepare, listDelivered, untilDecided }) {
      const dispatch = await prepare()
      const outcome = await untilDecided(dispatch, await supplier.deliver(dispatch))
      const books = await listDelivered(dispatch)
      assert.equal(books.length, 1)
      assert.equal(books[0]!.serviceId, dispatch.serviceId)
      assert.ok(['', dispatch.zoneId].includes(books[0]!.zoneId), 'another zone')
      assert.ok(['', dispatch.reference].includes(books[0]!.reference), 'another reference')
      if (outcome === null) return NO_TRACE
      assert.ok(outcome.is === 'delivered', outcome.is)
      if (outcome.cost) assert.match(outcome.cost.amount, EXACT)
    },
  },
  {
    name: 'refusal',
    claim: 'tells a refusal, and delivers nothing',
    async prove({ supplier, prepare, listDelivered, untilDecided }) {
      const dispatch = await prepare({ playerId: PLAYERS.refused })
      const outcome = await untilDecided(dispatch, await supplier.deliver(dispatch))
      assert.equal((await listDelivered(dispatch)).length, 0)
      assert.equal(outcome?.is, 'refused')
    },
  },
  {
    name: 'unknown player',
    claim: 'refuses an unknown player as such, so that the customer can correct it',
    async prove({ supplier, prepare, untilDecided }) {
      const dispatch = await prepare({ playerId: PLAYERS.unknown })
      const outcome = await untilDecided(dispatch, await supplier.deliver(dispatch))
      assert.ok(outcome?.is === 'refused', String(outcome?.is))
      assert.equal(outcome.why, 'player')
    },
  },
  {
    name: 'lost answer of a delivery',
    claim: 'takes no lost answer for an outcome, and finds what was delivered',
    async prove({ supplier, prepare, listDelivered, untilDecided }) {
      const dispatch = await prepare({ playerId: PLAYERS.lostAndDelivered })
      const first = await supplier.deliver(dispatch).catch(() => null)
      assert.ok(first?.is !== 'not sent' && first?.is !== 'refused', String(first?.is))
      assert.equal((await listDelivered(dispatch)).length, 1)
      const outcome = await untilDecided(dispatch, first)
      if (outcome === null) return NO_TRACE
      assert.ok(delivered(outcome), outcome.is)
    },
  },
  {
    name: 'lost answer of a refusal',
    claim: 'finds an order that was refused while its answer was lost',
    async prove({ supplier, prepare, untilDecided }) {
      const dispatch = await prepare({ playerId: PLAYERS.lostAndRefused })
      const first = await supplier.deliver(dispatch).catch(() => null)
      assert.ok(!delivered(first), 'it was not delivered')
      const outcome = await untilDecided(dispatch, first)
      if (outcome === null) return NO_TRACE
      assert.equal(outcome.is, 'refused')
    },
  },
  {
    name: 'lost answers',
    claim: 'never says what the books don’t have, whichever answer on the way is lost or cut',
    async prove({ supplier, proxy, prepare, listDelivered, untilDecided }) {
      await supplier.deliver(await prepare()) // whatever it reads once is read
      const usual = await prepare()
      const before = proxy.count()
      await supplier.deliver(usual)
      const requests = proxy.count() - before
      for (const is of ['lose the answer', 'cut the answer'] as const)
        for (let only = 0; only < requests; only++) {
          const dispatch = await prepare()
          const first = await proxy.during({ is, only }, () =>
            supplier.deliver(dispatch).catch(() => null),
          )
          expectAgreement(first, await listDelivered(dispatch))
          const last = await untilDecided(dispatch, first)
          expectAgreement(last, await listDelivered(dispatch))
        }
    },
  },
  {
    name: 'lost request',
    claim: 'can send a dispatch again that the company never got, and delivers it once',
    async prove({ supplier, proxy, prepare, listDelivered, untilDecided }) {
      const dispatch = await prepare()
      await supplier.deliver(await prepare())
      const lost = await proxy.during({ is: 'lose the request' }, () =>
        supplier.deliver(dispatch).catch(() => null),
      )
      expectAgreement(lost, [])
      const sent = { ...dispatch, firstSentAt: new Date() }
      const found = await supplier.trace?.(sent).catch(() => null) // it may not be sure yet
      expectAgreement(found ?? null, await listDelivered(dispatch))
      const isUnheard = lost?.is === 'not sent' || found?.is === 'unheard'
      if (!isUnheard || !supplier.isRepeatable?.(sent, new Date())) return 'it is not sent again'
      const again = await untilDecided(sent, await supplier.deliver(sent))
      assert.equal(again?.is, 'delivered')
      assert.equal((await listDelivered(dispatch)).length, 1)
    },
  },
  {
    name: 'unreachable company',
    claim: 'says “not sent” when no connection was made',
    async prove({ nowhere, prepare, listDelivered }) {
      const dispatch = await prepare()
      assert.equal((await nowhere.deliver(dispatch)).is, 'not sent')
      if (nowhere.trace) await expectUnknown('its trace', nowhere.trace(dispatch))
      assert.equal((await listDelivered(dispatch)).length, 0)
    },
  },
  {
    name: 'garbage',
    claim: 'takes neither errors nor garbage for the outcome of an order',
    async prove({ supplier, proxy, prepare }) {
      await supplier.deliver(await prepare())
      for (const [what, how] of Object.entries(GARBAGE)) {
        const dispatch = await prepare()
        await proxy.during(how, async () => {
          const outcome = await supplier.deliver(dispatch).catch(() => null)
          assert.ok(!outcome || outcome.is === 'not sent', `${what} to an order: ${outcome?.is}`)
          if (supplier.trace) await expectUnknown(`${what} to a trace`, supplier.trace(dispatch))
        })
      }
    },
  },
  {
    name: 'silence',
    claim: 'gives up on a company that never answers, and knows no outcome',
    async prove({ supplier, proxy, prepare }) {
      const dispatch = await prepare()
      await supplier.deliver(await prepare())
      await proxy.during({ is: 'stay silent' }, async () => {
        const late = sleep(PATIENCE_MS, 'still waiting', { ref: false })
        const outcome = supplier.deliver(dispatch).catch(() => 'gave up')
        const answer = await Promise.race([outcome, late])
        assert.equal(answer, 'gave up')
      })
    },
  },
  {
    name: 'redirect',
    claim: 'follows no redirect, which would give its credentials away',
    async prove({ supplier, proxy, prepare, shopUrl, received }) {
      const dispatch = await prepare()
      const location = `${shopUrl}/elsewhere`
      const how = { is: 'answer', status: 307, type: 'text/html', body: '', location } as const
      await proxy.during(how, () => supplier.deliver(dispatch).catch(() => null))
      assert.deepEqual(
        received.filter(({ path }) => path === '/elsewhere'),
        [],
      )
    },
  },
  {
    name: 'many at once',
    claim: 'keeps the orders of many players apart',
    async prove({ supplier, prepare, listDelivered }) {
      const dispatches = await Promise.all(Array.from({ length: AT_ONCE }, () => prepare()))
      const outcomes = await Promise.all(dispatches.map((one) => supplier.deliver(one)))
      for (const dispatch of dispatches)
        assert.equal((await listDelivered(dispatch)).length, 1, 'a player got another number')
      const ids = outcomes.map(({ providerOrderId }) => providerOrderId).filter((id) => id !== null)
      assert.equal(new Set(ids).size, ids.length, 'two orders have one id')
    },
  },
]
