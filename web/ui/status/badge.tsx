import type { ReactNode } from 'react'

/** Class names are written out because Tailwind only finds complete names. */
const TONES = {
  plain: 'bg-cancelled-soft text-cancelled',
  lantern: 'bg-lantern-soft text-lantern-deep',
  glass: 'bg-glass-soft text-glass',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  pending: 'bg-pending-soft text-pending',
  processing: 'bg-processing-soft text-processing',
  completed: 'bg-completed-soft text-completed',
  cancelled: 'bg-cancelled-soft text-cancelled',
  failed: 'bg-failed-soft text-failed',
  refunded: 'bg-refunded-soft text-refunded',
} as const

export type Tone = keyof typeof TONES

/** A coloured label. The text carries the meaning; the colour only makes it easier to find. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${TONES[tone]}`}
  >
    <span className="size-1.5 rotate-45 bg-current" aria-hidden="true" />
    {children}
  </span>
)
