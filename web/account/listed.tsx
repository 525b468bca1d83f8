import type { ReactNode } from 'react'

/** A list that stays, paler, until the next one is there. */
export const Listed = ({ isWaiting, children }: { isWaiting: boolean; children: ReactNode }) => (
  <div
    aria-busy={isWaiting}
    className="grid gap-4 transition-opacity duration-(--duration-calm) aria-busy:opacity-60"
  >
    {children}
  </div>
)
