import type { Gateway, GatewayPaymentStatus } from '#connectors/gateways/gateway.ts'

/** A mistake in an adapter, and the proof that must catch it. */
export type PlantedFault<Adapter> = {
  caughtBy: string
  plant(good: Adapter): Partial<Adapter>
}

let attempts = 0
const another = (reference: string) =>
  `${reference.slice(0, -4)}${String(++attempts).padStart(4, '0')}`

const withCaptured = (
  found: GatewayPaymentStatus,
  change: Partial<GatewayPaymentStatus['captured'][number]>,
): GatewayPaymentStatus => ({
  ...found,
  captured: found.captured.map((one) => ({ ...one, ...change })),
})

/** Mistakes that authors of gateways make. They are planted into an adapter without one. */
export const GATEWAY_FAULTS: Record<string, PlantedFault<Gateway>> = {
  'it reports the amount that was asked for': {
    caughtBy: 'another amount',
    plant: ({ ask }) => ({ ask: async (one) => withCaptured(await ask(one), { amount: 199_99 }) }),
  },
  'it takes every currency for rupees': {
    caughtBy: 'another currency',
    plant: ({ ask }) => ({ ask: async (one) => withCaptured(await ask(one), { currency: 'INR' }) }),
  },
  'it counts paise as rupees': {
    caughtBy: 'payment',
    plant: ({ ask }) => ({ ask: async (one) => withCaptured(await ask(one), { amount: 199 }) }),
  },
  'it makes a new id for the same capture': {
    caughtBy: 'payment',
    plant: ({ ask }) => ({
      ask: async (one) => withCaptured(await ask(one), { id: `capture-${++attempts}` }),
    }),
  },
  'it takes an error for a failed payment': {
    caughtBy: 'garbage',
    plant: ({ ask }) => ({
      ask: (one) => ask(one).catch(() => ({ is: 'failed', captured: [] })),
    }),
  },
  'it takes an unreachable company for an unknown payment': {
    caughtBy: 'unreachable company',
    plant: ({ ask }) => ({
      ask: (one) => ask(one).catch(() => ({ is: 'unknown', captured: [] })),
    }),
  },
  'it calls an open payment paid': {
    caughtBy: 'pending payment',
    plant: ({ ask }) => ({ ask: async (one) => ({ ...(await ask(one)), is: 'paid' }) }),
  },
  'it opens a second page for the same reference': {
    caughtBy: 'opening twice',
    plant: ({ open }) => ({
      open: (asked) => open({ ...asked, reference: another(asked.reference) }),
    }),
  },
  'it shows a page that it invented when the answer is lost': {
    caughtBy: 'lost answer of an opening',
    plant: ({ open }) => ({
      open: (asked) =>
        open(asked).catch(() => ({
          gatewayId: null,
          page: { is: 'link', url: 'https://example.com/pay' },
        })),
    }),
  },
  'it mixes up customers': {
    caughtBy: 'many at once',
    plant({ ask }) {
      let last: Parameters<Gateway['ask']>[0] | undefined
      return {
        ask(one) {
          const asked = last ?? one
          last = one
          return ask(asked)
        },
      }
    },
  },
  'it leaves a closed page open': {
    caughtBy: 'closed page',
    plant: () => ({ close: async () => {} }),
  },
  'it never gives up': {
    caughtBy: 'silence',
    plant: ({ ask }) => ({ ask: (one) => ask(one).catch(() => new Promise(() => {})) }),
  },
  'it accepts events without a signature': {
    caughtBy: 'forged events',
    plant: () => ({ readWebhook: () => [] }),
  },
  'it throws at an event that is not JSON': {
    caughtBy: 'forged events',
    plant: ({ readWebhook }) => ({
      readWebhook: (message) => (JSON.parse(message.body.toString()), readWebhook(message)),
    }),
  },
  'it finds no payment in its events': {
    caughtBy: 'events',
    plant: ({ readWebhook }) => ({
      readWebhook: async (message) => (await readWebhook(message)) && [],
    }),
  },
  'it believes the browser': {
    caughtBy: 'forged return',
    plant: () => ({ isFromGateway: () => true }),
  },
  'it sends a refund again under a new reference': {
    caughtBy: 'lost answer of a refund',
    plant: ({ refund }) => ({
      refund: (asked) =>
        refund({ ...asked, amount: 1_00, reference: another(asked.reference) }).catch(() =>
          refund({ ...asked, amount: 1_00, reference: another(asked.reference) }),
        ),
    }),
  },
  'it sends the whole payment back': {
    caughtBy: 'refund',
    plant: ({ refund }) => ({
      refund: (asked) => refund({ ...asked, amount: asked.payment.amount }),
    }),
  },
  'it takes an error for a failed refund': {
    caughtBy: 'garbage about refunds',
    plant: ({ refund }) => ({
      refund: (asked) =>
        refund(asked).catch(() => ({
          is: 'failed',
          gatewayId: null,
          bankReference: null,
          reason: 'error',
        })),
    }),
  },
  'it calls a failed refund done': {
    caughtBy: 'failed refund',
    plant: ({ askRefund }) => ({
      askRefund: async (one) => ({ ...(await askRefund(one)), is: 'done' }),
    }),
  },
  'it never looks whether its credentials are right': {
    caughtBy: 'wrong credentials',
    plant: () => ({ check: async () => null }),
  },
  'it takes a lost dispute for one that waits': {
    caughtBy: 'dispute',
    plant: ({ disputes }) => ({
      disputes: {
        ...disputes!,
        ask: async (id) => {
          const found = await disputes!.ask(id)
          return found && { ...found, state: 'needs response' }
        },
      },
    }),
  },
}
