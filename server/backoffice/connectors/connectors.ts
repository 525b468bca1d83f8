import type * as contract from '#contract/backoffice/connectors.ts'
import type { ConnectedGateway, ConnectedSupplier } from '#contract/backoffice/connectors.ts'
import { findOwnFolder } from '#connectors/connectors.ts'
import { readProof } from '#connectors/proof.ts'
import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { Manifest } from '#connectors/manifest.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Handler } from '#server/platform/http/implement.ts'

export const listConnectors: Handler<typeof contract.listConnectors> = async ({ connectors }) => ({
  gateways: [...connectors.gateways.values()].map(toGateway),
  suppliers: [...connectors.suppliers.values()].map(toSupplier),
})

function describe(
  { name, title, version, site, countries }: Manifest,
  kind: 'gateways' | 'suppliers',
) {
  const folder = findOwnFolder(kind, name)
  const provenAt = (folder && readProof(folder)?.at) ?? null
  return { name, title, version, site: site ?? null, countries, isOwn: folder !== null, provenAt }
}

const toGateway = (connector: GatewayConnector): ConnectedGateway => ({
  kind: 'gateway',
  ...describe(connector, 'gateways'),
  methods: { rupees: connector.methods.rupees ?? [], foreign: connector.methods.foreign ?? [] },
  currencies: connector.currencies ?? null,
  makesUpiCodes: connector.makesUpiCodes,
  sendsBack: connector.sendsBack,
  settlementNote: connector.settlementNote ?? '',
})

const toSupplier = (connector: SupplierConnector): ConnectedSupplier => ({
  kind: 'supplier',
  ...describe(connector, 'suppliers'),
  currencies: connector.currencies,
  tellsBalance: connector.tellsBalance,
  sendsCallbacks: connector.sendsCallbacks,
  findsPlayers: connector.findsPlayers,
})
