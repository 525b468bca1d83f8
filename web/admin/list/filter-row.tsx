import { useId, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/icons/icons.tsx'
import { SavedFilters } from './saved-filters.tsx'

type Props = {
  children: ReactNode
  onClear?: (() => void) | undefined
  /** Name of the list for saved filters. */
  list?: string
}

/** Filters of a list, below its search. On phones they open on demand. */
export function FilterRow({ children, onClear, list }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(Boolean(onClear))
  return (
    <div className="grid w-full gap-2">
      <Button
        look="quiet"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        className="-ml-3 justify-self-start sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Fewer filters' : 'Filters'}
        <ChevronDownIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
      </Button>
      <div
        id={id}
        className={`grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-6 ${isOpen ? '' : 'max-sm:hidden'}`}
      >
        {children}
      </div>
      <div className="-ml-3 flex flex-wrap items-center gap-2 empty:hidden">
        {onClear && (
          <Button look="quiet" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
        {list && <SavedFilters list={list} />}
      </div>
    </div>
  )
}
