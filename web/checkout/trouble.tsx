import type { ReactNode } from 'react'

/** What is wrong, above the button that it keeps from working: there it is seen, wherever the page is scrolled to. */
export const Trouble = ({ children }: { children: ReactNode }) => (
  <div
    role="alert"
    className="mb-3 grid gap-1 rounded-md bg-bad-soft px-4 py-2.5 text-sm font-medium text-bad"
  >
    {children}
  </div>
)
