import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import type {
  Dispatch,
  DispatchOutcome,
  Supplier,
  SupplierConnector,
} from '#connectors/suppliers/supplier.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import { untilSoon } from './proof.ts'
import { openSetup, type CommonSetup } from './open-setup.ts'
import { watch } from './watch.ts'

/** Players that every twin of a supplier treats in a special way. All other numbers are delivered at once. */
export const PLAYERS = {
  unknown: '900000001',
  refused: '900000002',
  lostAndDelivered: '900000003',
  lostAndRefused: '900000004',
  callbacks: '900000006',
  pending: '900000007',
  down: '900000008',
} as const

export type SupplierSetup = CommonSetup & {
  connector: SupplierConnector
  supplier: Supplier
  /** The same supplier where nobody listens. */
  nowhere: Supplier
  create(credentials: Record<string, string>): Supplier
  /** Makes a new dispatch of a pack that the supplier sells, for a player of its own. */
  prepare(change?: Partial<Dispatch>): Promise<Dispatch>
  /** Deliveries of a dispatch in the company's books. Not every company takes references, so its player names it. */
  listDelivered(dispatch: Dispatch): Promise<Delivered[]>
  /** Asks until the order is decided. Null if the supplier can't be asked. */
  untilDecided(dispatch: Dispatch, outcome: DispatchOutcome | null): Promise<DispatchOutcome | null>
}

type Delivered = Pick<Dispatch, 'reference' | 'serviceId' | 'playerId' | 'zoneId'> & {
  provider: string
}

const GAME = { game: 'legends', region: '' }

export async function openSupplierSetup(
  connector: SupplierConnector,
  twin: SupplierTwin,
): Promise<SupplierSetup> {
  const setup = await openSetup(connector, { gateways: [], suppliers: [twin] })
  const { said, account, accountNowhere, shopUrl, readBooks } = setup
  const make = (own: typeof account) =>
    watch(connector.create({ ...own, fetchPublic: fetch }), said)
  const supplier = make(account)
  return {
    ...setup,
    connector,
    supplier,
    nowhere: make(accountNowhere),
    create: (credentials) => make({ ...account, credentials }),
    async prepare(change = {}) {
      const [product] = await supplier.listProducts(GAME)
      assert.ok(product, 'it sells nothing')
      return toDispatch({
        serviceId: product.id,
        callbackUrl: `${shopUrl}/api/v1/callback/${connector.name}/secret`,
        ...change,
      })
    },
    async listDelivered({ playerId }) {
      const { delivered } = await readBooks<{ delivered: Delivered[] }>()
      const own = delivered.filter(({ provider }) => provider === connector.name)
      return own.filter((one) => one.playerId.startsWith(playerId)) // some write the zone behind it
    },
    async untilDecided(dispatch, first) {
      let outcome = first
      const providerOrderId = first?.providerOrderId ?? dispatch.providerOrderId
      if (!supplier.trace) return isDecided(outcome) ? outcome : null
      await untilSoon('the supplier has decided', async () => {
        if (!isDecided(outcome))
          outcome = await supplier.trace!({ ...dispatch, providerOrderId, firstSentAt: new Date() })
        return isDecided(outcome)
      })
      return outcome
    },
  }
}

const isDecided = (outcome: DispatchOutcome | null): boolean =>
  ['delivered', 'refused', 'unheard', 'not sent'].includes(outcome?.is ?? '')

const toDispatch = (change: Pick<Dispatch, 'serviceId' | 'callbackUrl'> & Partial<Dispatch>) => ({
  ...GAME,
  reference: `D${randomUUID().replaceAll('-', '').slice(0, 21).toUpperCase()}`,
  playerId: String(randomInt(100_000_000, 800_000_000)),
  zoneId: '2001',
  buyerAddress: '203.0.113.7',
  providerOrderId: null,
  firstSentAt: null,
  via: [],
  ...change,
})
