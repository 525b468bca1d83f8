import type { ReactNode } from 'react'

/** A list that stays visible but faded until the next one has loaded. */
export const FadedList = ({ isWaiting, children }: { isWaiting: boolean; children: ReactNode }) => (
  <div
    aria-busy={isWaiting}
    className="grid gap-4 transition-opacity duration-(--duration-calm) aria-busy:opacity-60"
  >
    {children}
  </div>
)
