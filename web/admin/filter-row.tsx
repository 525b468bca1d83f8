import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props = { children: ReactNode; onClear?: (() => void) | undefined }

/** Which of a list one wants to see, below what is searched for. */
export const FilterRow = ({ children, onClear }: Props) => (
  <div className="grid w-full gap-2">
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-6">{children}</div>
    {onClear && (
      <Button look="quiet" size="sm" className="-ml-3 justify-self-start" onClick={onClear}>
        Clear filters
      </Button>
    )}
  </div>
)
