import type * as contract from '#contract/backoffice/connectors.ts'
import type { ConnectedGateway, ConnectedSupplier } from '#contract/backoffice/connectors.ts'
import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { Manifest } from '#connectors/manifest.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Handler } from '#server/platform/http/implement.ts'

export const listConnectors: Handler<typeof contract.listConnectors> = async ({ connectors }) => ({
  gateways: [...connectors.gateways.values()].map(toGateway),
  suppliers: [...connectors.suppliers.values()].map(toSupplier),
})

const describe = ({ name, title, version, site, countries }: Manifest) => ({
  name,
  title,
  version,
  site: site ?? null,
  countries,
})

const toGateway = (connector: GatewayConnector): ConnectedGateway => ({
  kind: 'gateway',
  ...describe(connector),
  methods: { rupees: connector.methods.rupees ?? [], foreign: connector.methods.foreign ?? [] },
  currencies: connector.currencies ?? null,
  makesUpiCodes: connector.makesUpiCodes,
  sendsBack: connector.sendsBack,
  settlementNote: connector.settlementNote ?? '',
})

const toSupplier = (connector: SupplierConnector): ConnectedSupplier => ({
  kind: 'supplier',
  ...describe(connector),
  currencies: connector.currencies,
  tellsBalance: connector.tellsBalance,
  sendsCallbacks: connector.sendsCallbacks,
  findsPlayers: connector.findsPlayers,
})
