import { z } from 'zod'
import { ConnectorName } from '#contract/core/connectors.ts'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'
import { GatewayMethod } from '#contract/money/gateways.ts'

const connector = {
  name: ConnectorName,
  title: z.string(),
  version: z.string(),
  site: z.url().nullable(), // null for software that many companies run
  countries: z.array(z.string()), // of its customers; empty for all
  isOwn: z.boolean(), // from a folder of this shop, not from Gemstall
  provenAt: z.iso.datetime().nullable(), // null for own connectors without a proof, and for those of Gemstall
}

const Codes = z.array(z.string())
const Methods = z.array(GatewayMethod) // empty if it takes no such money

export const ConnectedGateway = z.object({
  kind: z.literal('gateway'),
  ...connector,
  methods: z.object({ rupees: Methods, foreign: Methods }),
  /** Foreign currencies that it takes, or all but those that it doesn't take. Null for all. */
  currencies: z.union([z.object({ only: Codes }), z.object({ not: Codes })]).nullable(),
  makesUpiCodes: z.boolean(),
  sendsBack: z.boolean(), // sends money back to its source
  settlementNote: z.string(), // explains its settlements; empty if there is nothing to explain
})
export type ConnectedGateway = z.output<typeof ConnectedGateway>

export const ConnectedSupplier = z.object({
  kind: z.literal('supplier'),
  ...connector,
  currencies: Codes, // of its costs; empty if it uses each country's own
  tellsBalance: z.boolean(),
  sendsCallbacks: z.boolean(),
  findsPlayers: z.boolean(),
})
export type ConnectedSupplier = z.output<typeof ConnectedSupplier>

/** Lists the gateways and suppliers that this shop has, each sorted by name. */
export const listConnectors = endpoint({
  method: 'GET',
  path: '/connectors',
  access: 'admin',
  right: 'any',
  message: '',
  input: NoInput,
  output: z.object({
    gateways: z.array(ConnectedGateway),
    suppliers: z.array(ConnectedSupplier),
  }),
})
