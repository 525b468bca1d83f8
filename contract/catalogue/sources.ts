import type { z } from 'zod'
import { ConnectorName } from '#contract/core/connectors.ts'

/** The source of packs that a person of the shop delivers. No supplier has this name. */
export const MANUAL = 'manual'

/** Name of a source of packs: a supplier's, or `manual`. */
export const Source = ConnectorName
export type Source = z.output<typeof Source>

/** Name of a supplier. It delivers automatically. */
export const Supplier = Source.refine((name) => name !== MANUAL, 'Choose a supplier')
export type SupplierName = z.output<typeof Supplier>
