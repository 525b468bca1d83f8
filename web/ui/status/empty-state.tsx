import type { ReactNode } from 'react'
import { Gem } from '#web/ui/gem.tsx'

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode }

/** Shown in place of an empty list. It says why the list is empty and offers a next step. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 px-4 py-12 text-center">
    <Gem className="size-12 opacity-60" />
    <h2 className="text-xl">{title}</h2>
    {children && <p className="max-w-prose text-soft">{children}</p>}
    {action}
  </div>
)
