import type { BulkState } from '#contract/resellers/bulk.ts'

export const BULK_STATES = {
  running: { label: 'Being placed', tone: 'processing' },
  done: { label: 'Done', tone: 'completed' },
  stopped: { label: 'Stopped', tone: 'cancelled' },
} as const satisfies Record<BulkState, { label: string; tone: string }>
