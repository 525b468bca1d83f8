import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Twin } from '#sandbox/find-twins.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import { GATEWAY_EVENT_PROOFS } from './gateway-event-proofs.ts'
import { GATEWAY_MONEY_PROOFS } from './gateway-money-proofs.ts'
import { GATEWAY_PROOFS } from './gateway-proofs.ts'
import { openGatewaySetup } from './gateway-setup.ts'
import { runProofs, type Result } from './proof.ts'
import { SUPPLIER_NEWS_PROOFS } from './supplier-news-proofs.ts'
import { SUPPLIER_PROOFS } from './supplier-proofs.ts'
import { openSupplierSetup } from './supplier-setup.ts'

export type Candidate =
  | { kind: 'gateway'; connector: GatewayConnector; twin: Twin }
  | { kind: 'supplier'; connector: SupplierConnector; twin: SupplierTwin }

const ALL_OF_GATEWAYS = [...GATEWAY_PROOFS, ...GATEWAY_EVENT_PROOFS, ...GATEWAY_MONEY_PROOFS]

/** Runs every proof of its kind on a connector. `only` selects proofs by name. */
export function checkConnector(
  candidate: Candidate,
  only: (name: string) => boolean = () => true,
): Promise<Result[]> {
  const select = <Proof extends { name: string }>(proofs: Proof[]) =>
    proofs.filter(({ name }) => only(name))
  if (candidate.kind === 'gateway')
    return runProofs(select(ALL_OF_GATEWAYS), () =>
      openGatewaySetup(candidate.connector, candidate.twin),
    )
  return runProofs(select([...SUPPLIER_PROOFS, ...SUPPLIER_NEWS_PROOFS]), () =>
    openSupplierSetup(candidate.connector, candidate.twin),
  )
}
