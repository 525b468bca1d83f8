import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type FiltersProps = { label: string; children: ReactNode; onClear?: (() => void) | undefined }

export const Filters = ({ label, children, onClear }: FiltersProps) => (
  <search aria-label={label} className="grid gap-2 print:hidden">
    <div className="grid grid-cols-2 gap-3 md:flex md:flex-wrap md:*:min-w-36 md:*:flex-1">
      {children}
    </div>
    {onClear && (
      <Button look="quiet" size="sm" className="justify-self-start" onClick={onClear}>
        Clear filters
      </Button>
    )}
  </search>
)
