import assert from 'node:assert/strict'
import type { Message } from '#connectors/gateways/gateway.ts'
import type { GatewaySetup } from './gateway-setup.ts'
import type { Proof } from './proof.ts'

/** Proofs about what the company sends, and what a browser brings back. */
export const GATEWAY_EVENT_PROOFS: Proof<GatewaySetup>[] = [
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
