import type { ReactNode } from 'react'

/** An error above the button that it blocks, where it is visible at any scroll position. */
export const ProblemNotice = ({ children }: { children: ReactNode }) => (
  <div
    role="alert"
    className="mb-3 grid gap-1 rounded-md bg-bad-soft px-4 py-2.5 text-sm font-medium text-bad"
  >
    {children}
  </div>
)
