import { requestJson } from '#connectors/request-json.ts'
import { withTimeLimit } from '#connectors/time-limit.ts'
import type { GatewayName, OfferedMethods } from '#contract/money/payments.ts'
import type { Gateway, GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { Context } from '#server/context.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { findSettings, putSetting } from '#server/catalogue/settings/settings.ts'
import { findAccounts, webhookSecretsOf } from './credentials.ts'

export type Gateways = Chosen & {
  byName: ReadonlyMap<GatewayName, Gateway> // those with credentials
}

/** The owner's choice among the gateways that the shop has. Any of them may have lost its credentials since. */
type Chosen = {
  active: GatewayName | null // the first choice for new payments; without one, none are taken
  standIns: GatewayName[] // take new payments while the first choice is in trouble
  foreign: GatewayName[] // take payments in other currencies than rupees, the first one first
  upiCodes: GatewayName[] // customers pay by a UPI code on the shop's own page
  offered: OfferedMethods // for rupees, besides UPI
  cheapestFirst: boolean // a payment goes to the gateway where its method has cost least
}

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'log' | 'connectors'>

/** Reuses a gateway object while its credentials stay the same, because some hold an access token. */
export function loadGateways(deps: Deps): () => Promise<Gateways> {
  const { sql, connectors } = deps
  const built = new Map<GatewayName, { from: string; gateway: Gateway }>()

  function rebuild(connector: GatewayConnector, credentials: Credentials): Gateway {
    const from = JSON.stringify(credentials)
    const known = built.get(connector.name)
    if (known?.from === from) return known.gateway
    const gateway = build(deps, connector, credentials)
    built.set(connector.name, { from, gateway })
    return gateway
  }

  return async () => {
    const [chosen, accounts] = await Promise.all([findChosen(deps, sql), findAccounts(deps, sql)])
    const ready = accounts.filter(({ missing }) => missing.length === 0)
    const byName = ready.map(
      ({ name, credentials }) =>
        [name, rebuild(connectors.gateways.get(name)!, credentials)] as const,
    )
    return { ...chosen, byName: new Map(byName) }
  }
}

const build = (
  { config, log }: Pick<Context, 'config' | 'log'>,
  { name, create }: GatewayConnector,
  credentials: Credentials,
): Gateway =>
  withTimeLimit(
    create({
      addresses: config.gateways.addresses[name] ?? {},
      credentials,
      webhookSecrets: webhookSecretsOf(credentials),
      request: requestJson,
      log: log.child({ connector: name }),
      now: Date.now, // gateways have the time of day, whatever clock a test gives the shop
    }),
    CALL_MS_MAX,
  )

const CALL_MS_MAX = 60_000

const ACTIVE = 'active-gateway'
const STAND_INS = 'stand-in-gateways'
const FOREIGN = 'dollar-gateways' // named when there was no other currency
const UPI_CODES = 'upi-code-gateways'
const OFFERED = 'gateway-methods'
const CHEAPEST = 'cheapest-gateway-first'

type Settings = {
  [ACTIVE]: GatewayName | null
  [STAND_INS]: GatewayName[]
  [FOREIGN]: GatewayName[]
  [UPI_CODES]: GatewayName[]
  [OFFERED]: Chosen['offered']
  [CHEAPEST]: boolean
}

const SETTINGS: (keyof Settings)[] = [ACTIVE, STAND_INS, FOREIGN, UPI_CODES, OFFERED, CHEAPEST]

/** Leaves out gateways that the shop no longer has. The first stand-in then takes the place of the first choice. */
export async function findChosen(
  { connectors }: Pick<Context, 'connectors'>,
  sql: Sql | Tx,
): Promise<Chosen> {
  const found = await findSettings<Settings>(sql, SETTINGS)
  const loaded = (names: GatewayName[] = []): GatewayName[] =>
    names.filter((name) => connectors.gateways.has(name))
  const { [ACTIVE]: first, [STAND_INS]: others = [] } = found
  const [active = null, ...standIns] = first ? loaded([first, ...others]) : []
  return {
    active,
    standIns: first ? standIns : loaded(others),
    foreign: loaded(found[FOREIGN]),
    upiCodes: loaded(found[UPI_CODES]),
    offered: found[OFFERED] ?? {},
    cheapestFirst: found[CHEAPEST] ?? false,
  }
}

export async function putChosen(
  tx: Tx,
  { active, standIns, foreign, upiCodes, offered, cheapestFirst }: Chosen,
  now: Date,
): Promise<void> {
  await putSetting(tx, ACTIVE, active, now)
  await putSetting(tx, STAND_INS, standIns, now)
  await putSetting(tx, FOREIGN, foreign, now)
  await putSetting(tx, UPI_CODES, upiCodes, now)
  await putSetting(tx, OFFERED, offered, now)
  await putSetting(tx, CHEAPEST, cheapestFirst, now)
}
