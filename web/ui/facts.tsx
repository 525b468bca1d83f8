import type { ReactNode } from 'react'

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-3">{children}</dl>
)

type FactProps = { name: string; isLong?: boolean; isWide?: boolean; children: ReactNode }

/** `isLong` takes the full width on phones, `isWide` on every screen. */
export const Fact = ({ name, isLong = false, isWide = false, children }: FactProps) => (
  <div className={`min-w-0 ${isWide ? 'col-span-2' : isLong ? 'max-sm:col-span-2' : ''}`}>
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
)
