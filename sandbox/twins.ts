import { variableOf } from '#connectors/variable-of.ts'
import { findTwins, type Twin } from './find-twins.ts'
import type { SupplierTwin } from './suppliers/supplier-twin.ts'

export type Twins = { gateways: Twin[]; suppliers: SupplierTwin[] }

/** The companies that the sandbox plays. */
export const GATEWAY_TWINS = await findTwins('gateways')
export const SUPPLIER_TWINS = await findTwins<SupplierTwin>('suppliers')

export const ALL_TWINS: Twins = { gateways: GATEWAY_TWINS, suppliers: SUPPLIER_TWINS }

/** The environment that points the shop's adapters at their twins. */
export const connectorsOutside = (sandboxUrl: string): Record<string, string> =>
  Object.fromEntries(
    [...GATEWAY_TWINS, ...SUPPLIER_TWINS].flatMap((twin) => listVariables(twin, sandboxUrl)),
  )

const listVariables = ({ name, credentials, addresses }: Twin, sandboxUrl: string) => [
  ...Object.entries(addresses).map(([field, path]) => [
    variableOf(name, field),
    `${sandboxUrl}${path}`,
  ]),
  ...Object.entries(credentials).map(([field, value]) => [variableOf(name, field), value]),
]
