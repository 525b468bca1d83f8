import { storeProgram } from '#tests/support/shop/store.ts'
import type { Kind } from '#tests/chaos/load/mixed-load.ts'
import type { Nodes } from '#tests/chaos/nodes.ts'
import { killDatabase, type Relays, type Service } from './open-relays.ts'

const WAYS = ['refused', 'silent', 'garbage', 'failing', 'slow', 'killed'] as const
type Way = (typeof WAYS)[number]

/** Takes services away in one way. `refuses` lists what may then be refused; everything else must go on. */
export type Outage = {
  what: string
  way: Way
  services: Service[]
  refuses: readonly Kind[]
  /** Work that may wait while the services are away. */
  holdsUp: readonly ('orders' | 'payments' | 'mail' | 'sms')[]
}

const ALL_BUT_PAGES: Kind[] = [
  ...(['reads', 'wallet orders', 'deliveries', 'payments', 'sign-ups'] as const),
  ...(['programs', 'regions', 'uploads', 'streams', 'office'] as const),
]
const ALL_OUTSIDE: Service[] = [
  ...(['gateway', 'provider', 'mail', 'sms', 'rates', 'regions', 'bucket', 'others'] as const),
]

const NETWORK = ['refused', 'silent', 'garbage', 'failing', 'slow'] as const

type Target = Omit<Outage, 'way'> & { ways: readonly Way[] }
const TARGETS: Target[] = [
  {
    what: 'database',
    services: ['database'],
    ways: ['refused', 'silent', 'garbage', 'slow', 'killed'],
    refuses: ALL_BUT_PAGES,
    holdsUp: ['orders', 'payments', 'mail', 'sms'],
  },
  {
    what: 'gateway',
    services: ['gateway'],
    ways: NETWORK,
    refuses: ['payments'],
    holdsUp: ['payments'],
  },
  {
    what: 'supplier',
    services: ['provider'],
    ways: NETWORK,
    refuses: [],
    holdsUp: ['orders', 'payments'],
  },
  { what: 'mail server', services: ['mail'], ways: NETWORK, refuses: [], holdsUp: ['mail'] },
  { what: 'SMS service', services: ['sms'], ways: NETWORK, refuses: [], holdsUp: ['sms'] },
  { what: 'rate source', services: ['rates'], ways: NETWORK, refuses: [], holdsUp: [] },
  { what: 'region source', services: ['regions'], ways: NETWORK, refuses: [], holdsUp: [] },
  { what: 'bucket', services: ['bucket'], ways: NETWORK, refuses: ['uploads'], holdsUp: [] },
  {
    what: 'Valkey',
    services: ['store'],
    ways: ['refused', 'silent', 'garbage', 'slow', 'killed'],
    refuses: [],
    holdsUp: [],
  },
  {
    what: 'everything outside',
    services: ALL_OUTSIDE,
    ways: ['refused', 'silent', 'failing'],
    refuses: ['payments', 'regions', 'uploads'],
    holdsUp: ['orders', 'payments', 'mail', 'sms'],
  },
]

/** Every target in every way. Valkey is left out on a machine that has none. */
export const OUTAGES: Outage[] = TARGETS.filter(
  ({ what }) => what !== 'Valkey' || storeProgram,
).flatMap(({ ways, ...target }) => ways.map((way) => ({ ...target, way })))

const LATE_MS = 300
const GARBAGE = '\u0000\u0007what? {"not":json\r\n\r\n'
const FAILING =
  'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 4\r\nconnection: close\r\n\r\noops'
const FAILING_MAIL = '421 4.3.2 This server is going down\r\n'

export async function breakServices(
  { services, way }: Outage,
  relays: Relays,
  nodes: Nodes,
): Promise<void> {
  const strikes: Record<Way, (service: Service) => Promise<void> | void> = {
    refused: (service) => relays[service].cut(),
    silent: (service) => relays[service].freeze(),
    garbage: (service) => relays[service].babble(GARBAGE),
    failing: (service) => relays[service].babble(service === 'mail' ? FAILING_MAIL : FAILING),
    slow: (service) => relays[service].slow(LATE_MS),
    killed: async (service) => {
      if (service === 'store') await relays.killStore()
      else killDatabase(nodes.folder)
      await relays[service].cut() // it may restart at once
    },
  }
  for (const service of services) await strikes[way](service)
}

export async function heal({ services, way }: Outage, relays: Relays): Promise<void> {
  if (way === 'killed' && services.includes('store')) await relays.startStore()
  for (const service of services) await relays[service].mend()
}
