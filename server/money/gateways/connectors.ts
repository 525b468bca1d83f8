import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectNames } from './names-sql.ts'

type Deps = Pick<Context, 'connectors'>

/** The title of a gateway. Payments of a gateway that the shop no longer has are shown with its name. */
export const titleOf = ({ connectors }: Deps, name: string): string =>
  connectors.gateways.get(name)?.title ?? name

/** Names of all gateways that payments were begun at, also of those that the shop no longer has. */
export const listNamesInUse = (sql: Sql): Promise<string[]> => selectNames(sql)

/** The gateway's connector. Refuses a name that the shop has no gateway for. */
export function getConnector({ connectors }: Deps, name: string): GatewayConnector {
  const connector = connectors.gateways.get(name)
  if (!connector) throw new Refusal('NO_SUCH_GATEWAY')
  return connector
}
