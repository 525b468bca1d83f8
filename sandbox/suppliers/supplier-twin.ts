import type { Twin } from '#sandbox/find-twins.ts'

/** Plays a supplier. */
export type SupplierTwin = Twin & {
  currency: { code: string; perDollar: number } // of its costs
}
