import { INSTALLED } from '#connectors/connectors.ts'
import type { GatewayConnector } from '#connectors/gateways/gateway.ts'

/** The connectors of the repository, for functions that take them from the context. */
export const CONNECTED = { connectors: INSTALLED }

const ALL = [...INSTALLED.gateways.values()]
const namesOf = (connectors: GatewayConnector[]) => connectors.map(({ name }) => name)

export const GATEWAYS = namesOf(ALL)

/** Gateways that take rupees. */
export const UPI_GATEWAYS = namesOf(ALL.filter(({ methods }) => methods.rupees))

export function connectorOf(name: string): GatewayConnector {
  const connector = INSTALLED.gateways.get(name)
  if (!connector) throw new Error(`There is no gateway ${name}`)
  return connector
}
