import type { Dispatch, DispatchOutcome, Supplier } from '#connectors/suppliers/supplier.ts'
import type { PlantedFault } from './planted-gateway-faults.ts'

let attempts = 0
const another = (dispatch: Dispatch): Dispatch => ({
  ...dispatch,
  reference: `${dispatch.reference.slice(0, -4)}${String(++attempts).padStart(4, '0')}`,
})

const unlessError =
  (call: (dispatch: Dispatch) => Promise<DispatchOutcome>, instead: DispatchOutcome) =>
  (dispatch: Dispatch) =>
    call(dispatch).catch(() => instead)

const REFUSED: DispatchOutcome = {
  is: 'refused',
  why: 'other',
  providerOrderId: null,
  words: 'error',
}
const NOT_SENT: DispatchOutcome = { is: 'not sent', providerOrderId: null, words: 'error' }

/** Mistakes that authors of suppliers make. They are planted into an adapter without one. */
export const SUPPLIER_FAULTS: Record<string, PlantedFault<Supplier>> = {
  'it takes an error for a refusal': {
    caughtBy: 'garbage',
    plant: ({ deliver }) => ({ deliver: unlessError(deliver, REFUSED) }),
  },
  'it says “not sent” after a lost answer': {
    caughtBy: 'lost answers',
    plant: ({ deliver }) => ({ deliver: unlessError(deliver, NOT_SENT) }),
  },
  'it takes an unreachable company for a refusal': {
    caughtBy: 'unreachable company',
    plant: ({ deliver }) => ({
      deliver: async (dispatch) => {
        const outcome = await deliver(dispatch)
        return outcome.is === 'not sent' ? REFUSED : outcome
      },
    }),
  },
  'it orders again under a new reference when the answer is lost': {
    caughtBy: 'lost answers',
    plant: ({ deliver }) => ({
      deliver: (dispatch) =>
        deliver(dispatch).catch(() => deliver(another(dispatch)).catch(() => REFUSED)),
    }),
  },
  'it never finds an order whose answer was lost': {
    caughtBy: 'lost answers',
    plant: () => ({ trace: async () => ({ is: 'unheard', providerOrderId: null, words: '' }) }),
  },
  'it sends an order twice, to be sure': {
    caughtBy: 'lost request',
    plant: ({ deliver }) => ({
      deliver: async (dispatch) => (await deliver(another(dispatch)), deliver(dispatch)),
    }),
  },
  'it takes an error for the end of an order': {
    caughtBy: 'garbage',
    plant: ({ trace }) => ({ trace: unlessError(trace!, REFUSED) }),
  },
  'it calls a pending order delivered': {
    caughtBy: 'pending, then refused',
    plant: ({ deliver }) => ({
      deliver: async (dispatch) => {
        const outcome = await deliver(dispatch)
        const { providerOrderId, words } = outcome
        return outcome.is === 'pending'
          ? { is: 'delivered', providerOrderId, words, cost: null }
          : outcome
      },
    }),
  },
  'it refuses an order that the company never got': {
    caughtBy: 'unheard order',
    plant: ({ trace }) => ({
      trace: async (dispatch, now) => {
        const outcome = await trace!(dispatch, now)
        return outcome.is === 'unheard' ? REFUSED : outcome
      },
    }),
  },
  'it blames the company for a wrong player': {
    caughtBy: 'unknown player',
    plant: ({ deliver, trace }) => ({
      deliver: async (dispatch) => blur(await deliver(dispatch)),
      trace: async (dispatch, now) => blur(await trace!(dispatch, now)),
    }),
  },
  'it forgets the zone': {
    caughtBy: 'delivery',
    plant: ({ deliver }) => ({ deliver: (dispatch) => deliver({ ...dispatch, zoneId: '9' }) }),
  },
  'it mixes up players': {
    caughtBy: 'many at once',
    plant({ deliver }) {
      let first: Dispatch | undefined
      return {
        deliver(dispatch) {
          first ??= dispatch
          return deliver({ ...dispatch, playerId: first.playerId })
        },
      }
    },
  },
  'it writes costs with commas': {
    caughtBy: 'products',
    plant: ({ listProducts }) => ({
      listProducts: async (game) =>
        (await listProducts(game)).map((one) => ({ ...one, cost: `1,${one.cost}` })),
    }),
  },
  'it knows no player while the company is down': {
    caughtBy: 'players',
    plant: ({ validatePlayer }) => ({
      validatePlayer: (player) => validatePlayer!(player).catch(() => ({ is: 'unknown' })),
    }),
  },
  'it calls wrong credentials a wrong player': {
    caughtBy: 'wrong credentials',
    plant: ({ deliver }) => ({
      deliver: async (dispatch) => {
        const outcome = await deliver(dispatch)
        return outcome.is === 'not sent' ? { ...REFUSED, why: 'player' } : outcome
      },
    }),
  },
  'it throws at a callback that is not its own': {
    caughtBy: 'forged callbacks',
    plant: ({ readCallback }) => ({
      readCallback: (message) => (JSON.parse(message.body.toString()), readCallback!(message)),
    }),
  },
  'it reads no callback': {
    caughtBy: 'callbacks',
    plant: () => ({ readCallback: () => null }),
  },
}

const blur = (outcome: DispatchOutcome): DispatchOutcome =>
  outcome.is === 'refused' ? { ...outcome, why: 'other' } : outcome
