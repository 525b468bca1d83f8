import type { JobName } from './payloads.ts'

type Renamed = { name: JobName; field?: [old: string, current: string] }

/**
 * Jobs by the names of the version before. During an upgrade its nodes write them, and nodes of this version run them
 * too. The next version removes them, with the views of the old table names.
 */
const RENAMED: Record<string, Renamed> = {
  'send-parcel': { name: 'send-dispatch', field: ['parcelId', 'dispatchId'] },
  'trace-parcel': { name: 'trace-dispatch', field: ['parcelId', 'dispatchId'] },
  'trace-parcels': { name: 'trace-dispatches' },
  'apply-webhook': { name: 'apply-gateway-event', field: ['webhookId', 'gatewayEventId'] },
  'send-refund': { name: 'send-payout', field: ['refundId', 'payoutId'] },
  'ask-refund': { name: 'ask-payout', field: ['refundId', 'payoutId'] },
  'ask-refunds': { name: 'ask-payouts' },
  'send-refund-mail': { name: 'send-payout-mail', field: ['refundId', 'payoutId'] },
  'compare-books': { name: 'reconcile' },
}

/** Adds the old names of the jobs. */
export const withOldNames = (names: readonly JobName[]): string[] => [
  ...names,
  ...Object.keys(RENAMED).filter((old) => names.includes(RENAMED[old]!.name)),
]

/** The same job under its current name. */
export function toCurrent<Job extends { name: string; payload: unknown }>(job: Job): Job {
  const renamed = RENAMED[job.name]
  if (!renamed) return job
  const { name, field } = renamed
  if (!field) return { ...job, name }
  const [old, current] = field
  const { [old]: id, ...rest } = job.payload as Record<string, unknown>
  return { ...job, name, payload: { ...rest, [current]: id } }
}
