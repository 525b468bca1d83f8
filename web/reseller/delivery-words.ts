import type { Attempt, DeliveryState } from '#contract/resellers/webhook-deliveries.ts'

export const STATES = {
  pending: { label: 'Waiting', tone: 'pending' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  held: { label: 'Held', tone: 'plain' },
} as const satisfies Record<DeliveryState, { label: string; tone: string }>

/** Describes the result of one attempt. */
export function sayAttempt({ status, error, durationMs }: Attempt): string {
  if (durationMs === null) return 'On its way'
  const took = `in ${durationMs.toLocaleString('en-IN')} ms`
  if (error === null) return `Answered ${status} ${took}`
  return status === null ? error : `${error} (${status}, ${took})`
}
