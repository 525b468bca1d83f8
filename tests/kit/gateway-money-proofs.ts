import assert from 'node:assert/strict'
import type { Message } from '#connectors/gateways/gateway.ts'
import { AMOUNT, type GatewaySetup } from './gateway-setup.ts'
import { findSecrets } from './open-setup.ts'
import { expectUnknown, untilSoon, type Proof } from './proof.ts'
import { GARBAGE } from './supplier-proofs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NO_REFUNDS = 'the company can’t send money back'

/** Proofs about events, refunds, disputes, lists, credentials and secrets. */
export const GATEWAY_MONEY_PROOFS: Proof<GatewaySetup>[] = [
  {
    name: 'events',
    claim: 'reads the company’s events, each as often as it comes, and finds the payment in them',
    async prove(setup) {
      const { gateway } = setup
      const { payment, events } = await receivePaid(setup, 'twice')
      const found = await Promise.all(events.map((event) => readReferences(setup, event)))
      assert.ok(
        found.flat().includes(payment.reference),
        'no event names the payment by our reference',
      )
      for (const event of events) await gateway.readWebhook(event)
    },
  },
  {
    name: 'forged events',
    claim: 'refuses altered, unsigned and foreign events, and never throws',
    async prove(setup) {
      const { gateway } = setup
      const { events } = await receivePaid(setup, 'once')
      const signed = []
      for (const event of events) if (await gateway.readWebhook(event)) signed.push(event)
      if (signed.length === 0) return 'the company signs no events, so they only count as hints'
      for (const event of signed)
        for (const [what, forged] of Object.entries(forgeriesOf(event))) {
          if (isUnchanged(setup, event, forged)) continue
          assert.equal(await gateway.readWebhook(forged), null, `${what} was accepted`)
        }
      for (const body of ['', 'null', '[]', '{', '\u0000', 'x'.repeat(100_000)]) {
        const { headers } = signed[0]!
        const read = await gateway.readWebhook({
          headers,
          body: Buffer.from(body),
          now: new Date(),
        })
        assert.ok(read === null || read.length === 0, `garbage was accepted: ${body.slice(0, 9)}`)
        gateway.readUnsigned?.(Buffer.from(body))
        gateway.disputesIn?.(Buffer.from(body))
      }
    },
  },
  {
    name: 'events of another account',
    claim: 'refuses events that were signed for another account',
    async prove(setup) {
      const { connector, create, account, gateway } = setup
      const { events } = await receivePaid(setup, 'once')
      const changed = connector.credentials
        .map(({ name }) => [name, account.credentials[name]!] as const)
        .filter(([, value]) => value && !URL.canParse(value))
        .map(([name, value]) => [name, `${value.slice(0, -4)}zzzz`])
      const other = create({ ...account.credentials, ...Object.fromEntries(changed) })
      for (const event of events)
        if (await gateway.readWebhook(event)) {
          const read = await Promise.resolve(other.readWebhook(event)).catch(() => null)
          assert.equal(read, null, 'it accepts an event of another account')
        }
    },
  },
  {
    name: 'forged return',
    claim: 'does not trust fields that a browser brings back unless the company signed them',
    async prove({ gateway, open }) {
      if (!gateway.isFromGateway) return 'the company signs nothing that comes back'
      const { reference } = await open()
      for (const fields of [{}, { reference, status: 'success' }, { signature: 'x', hash: 'x' }])
        assert.equal(gateway.isFromGateway(fields), false)
    },
  },
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

async function receivePaid(setup: GatewaySetup, webhook: 'once' | 'twice') {
  const { open, pay, gateway, receiveEvents } = setup
  const payment = await open()
  await pay(payment, 'success', { webhook })
  await gateway.ask({ ...payment, isWanted: true })
  const events = await receiveEvents(payment, webhook === 'twice' ? 2 : 1)
  return { payment, events }
}

/** References in an event, as the shop finds them. Some events name only ids that the company must be asked about. */
async function readReferences(setup: GatewaySetup, event: Message): Promise<string[]> {
  const { gateway } = setup
  return (await gateway.readWebhook(event)) ?? gateway.readUnsigned?.(event.body) ?? []
}

const forgeriesOf = ({ headers, body, now }: Message): Record<string, Message> => ({
  'an event without headers': { headers: {}, body, now },
  'an event with one more byte': { headers, body: Buffer.concat([body, Buffer.from(' ')]), now },
  'an event of another amount': {
    headers,
    body: Buffer.from(body.toString().replaceAll('199', '299')),
    now,
  },
})

/** All that the company signs is the same. Some sign parts of the body, and use no headers. */
function isUnchanged({ gateway, connector }: GatewaySetup, event: Message, forged: Message) {
  if (event.headers !== forged.headers) return gateway.signedPart !== undefined
  if (connector.hasUnsignedBodies) return true
  const signed = gateway.signedPart ?? String
  return signed(forged.body) === signed(event.body)
}
