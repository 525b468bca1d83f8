import assert from 'node:assert/strict'
import { AMOUNT, type GatewaySetup } from './gateway-setup.ts'
import { findSecrets } from './open-setup.ts'
import { expectUnknown, untilSoon, type Proof } from './proof.ts'
import { GARBAGE } from './supplier-proofs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NO_REFUNDS = 'the company can’t send money back'

/** Proofs about refunds, disputes, lists, credentials and secrets. */
export const GATEWAY_MONEY_PROOFS: Proof<GatewaySetup>[] = [
  {
    name: 'refund',
    claim: 'sends a refund once, with the exact amount, however often it is sent',
    async prove({ gateway, connector, openPaid, refundOf, listRefunded, act }) {
      if (!connector.sendsBack) return NO_REFUNDS
      const paid = await openPaid()
      const asked = refundOf(paid, 50_01)
      const first = await gateway.refund(asked)
      assert.notEqual(first.is, 'failed', first.reason)
      await gateway.refund(asked).catch(() => null)
      await act('/refunds', { gateway: connector.name, outcome: 'done' })
      await untilSoon('the refund is done', async () => {
        const now = await gateway.askRefund({ ...asked, gatewayRefundId: first.gatewayId })
        assert.ok(now.is === 'asked' || now.is === 'done', now.is)
        return now.is === 'done'
      })
      assert.deepEqual(
        (await listRefunded(paid)).map(({ amount }) => amount),
        [50.01],
      )
    },
  },
  {
    name: 'lost answer of a refund',
    claim: 'knows no outcome when a refund’s answer is lost, finds it, and never sends it twice',
    async prove({ gateway, connector, proxy, openPaid, refundOf, listRefunded, act }) {
      if (!connector.sendsBack) return NO_REFUNDS
      const paid = await openPaid()
      const asked = refundOf(paid)
      await proxy.during({ is: 'lose the answer' }, () =>
        expectUnknown('the refund', gateway.refund(asked)),
      )
      const found = await gateway.askRefund({ ...asked, gatewayRefundId: null })
      assert.notEqual(found.is, 'failed', found.reason)
      await gateway.refund(asked).catch(() => null)
      await act('/refunds', { gateway: connector.name, outcome: 'done' })
      const [line, ...more] = await listRefunded(paid)
      assert.deepEqual([line?.amount, more.length], [AMOUNT / 100, 0])
    },
  },
  {
    name: 'failed refund',
    claim: 'tells a refund that the company could not pay',
    async prove({ gateway, connector, openPaid, refundOf, listRefunded, act }) {
      if (!connector.sendsBack) return NO_REFUNDS
      const paid = await openPaid()
      const asked = refundOf(paid)
      const first = await gateway.refund(asked)
      await act('/refunds', { gateway: connector.name, outcome: 'failed' })
      const now = await gateway.askRefund({ ...asked, gatewayRefundId: first.gatewayId })
      assert.ok([first.is, now.is].includes('failed'), `${first.is}, ${now.is}`)
      assert.deepEqual(await listRefunded(paid), [])
    },
  },
  {
    name: 'too large a refund',
    claim: 'never sends back more than was paid',
    async prove({ gateway, connector, openPaid, refundOf, listRefunded, act }) {
      if (!connector.sendsBack) return NO_REFUNDS
      await act('/refunds', { gateway: connector.name, outcome: 'done' })
      const paid = await openPaid()
      const outcome = await gateway.refund(refundOf(paid, AMOUNT + 1)).catch(() => null)
      assert.ok(!outcome || outcome.is === 'failed', String(outcome?.is))
      assert.deepEqual(await listRefunded(paid), [])
    },
  },
  {
    name: 'garbage about refunds',
    claim: 'takes neither errors nor garbage for the outcome of a refund',
    async prove({ gateway, connector, proxy, openPaid, refundOf }) {
      if (!connector.sendsBack) return NO_REFUNDS
      const paid = await openPaid()
      const asked = refundOf(paid)
      for (const [what, how] of Object.entries(GARBAGE)) {
        if (how.is !== 'answer') continue
        await proxy.during(how, async () => {
          await expectUnknown(`${what} to a refund`, gateway.refund(asked))
          const asking = gateway.askRefund({ ...asked, gatewayRefundId: null })
          await expectUnknown(`${what} about a refund`, asking)
        })
      }
    },
  },
  {
    name: 'dispute',
    claim: 'reads a dispute with its state, amount and payment, and knows no others',
    async prove({ gateway, connector, currency, openPaid, act }) {
      const { disputes } = gateway
      if (!disputes) return 'the company has no calls to read disputes'
      const paid = await openPaid()
      const { reference } = paid
      const name = { gateway: connector.name, reference, webhook: 'never' }
      const { disputeId } = await act('/disputes', { ...name, state: 'open', amount: 50 })
      const open = await disputes.ask(String(disputeId))
      assert.ok(open, 'it is not found')
      assert.deepEqual([open.id, open.amount, open.currency], [disputeId, 50_00, currency])
      assert.ok(open.reference === reference || open.captureId === paid.captureId)
      assert.equal(open.state, 'needs response')
      await act('/disputes', { ...name, state: 'lost' })
      const lost = await disputes.ask(String(disputeId))
      assert.deepEqual([lost?.state, lost?.taken], ['lost', 50_00])
      assert.equal(await disputes.ask('999999999').catch(() => null), null)
    },
  },
  {
    name: 'list of payments',
    claim: 'lists a captured payment with its exact amount, and what was sent back',
    async prove({ gateway, connector, currency, openPaid, act }) {
      if (!gateway.listCaptured) return 'the company has no such list'
      const paid = await openPaid()
      const { reference } = paid
      if (connector.sendsBack)
        await act('/books/refund', { gateway: connector.name, reference, amount: 20 })
      const now = Date.now()
      const all = await gateway.listCaptured(new Date(now - DAY_MS), new Date(now + DAY_MS))
      const found = all.filter(({ captureId }) => captureId === paid.captureId)
      assert.equal(found.length, 1)
      assert.deepEqual([found[0]!.amount, found[0]!.currency], [AMOUNT, currency])
    },
  },
  {
    name: 'wrong credentials',
    claim: 'tells good credentials from wrong ones, and from a company that is away',
    async prove({ gateway, connector, create, account, proxy }) {
      assert.equal(await gateway.check(), null)
      const secret = connector.credentials.find(
        ({ isSecret, isOptional }) => isSecret && !isOptional,
      )
      assert.ok(secret, 'the manifest has no secret credential')
      const wrong = create({ ...account.credentials, [secret.name]: 'wrong-0123456789' })
      assert.match((await wrong.check()) ?? 'nothing', /\w+ \w+/)
      await proxy.during(GARBAGE['a bad gateway']!, () =>
        expectUnknown('its check', gateway.check()),
      )
    },
  },
  {
    name: 'secrets',
    claim: 'puts no secret into answers, errors or logs, whatever goes wrong',
    async prove(setup) {
      const { gateway, proxy, prepare, openPaid, refundOf, nowhere, connector } = setup
      const paid = await openPaid()
      for (const how of [...Object.values(GARBAGE), { is: 'lose the answer' } as const])
        await proxy.during(how, async () => {
          await gateway.open(prepare()).catch(() => null)
          await gateway.ask(paid).catch(() => null)
          await gateway.check().catch(() => null)
          if (connector.sendsBack) await gateway.refund(refundOf(paid, 1_00)).catch(() => null)
        })
      await nowhere.open(prepare()).catch(() => null)
      await nowhere.check().catch(() => null)
      assert.deepEqual(findSecrets(connector, setup), [])
    },
  },
]
