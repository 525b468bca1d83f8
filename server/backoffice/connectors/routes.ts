import * as contract from '#contract/backoffice/connectors.ts'
import { implement } from '#server/platform/http/implement.ts'
import { listConnectors } from './connectors.ts'

export const connectorRoutes = implement(contract, { listConnectors })
