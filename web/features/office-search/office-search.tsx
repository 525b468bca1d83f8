import { lazy, Suspense, useState } from 'react'
import { SearchIcon } from '#web/ui/icons/icons.tsx'
import { useCommandKey } from '#web/ui/hooks/use-command-key.ts'
import { useHotkey } from '#web/ui/hooks/use-hotkey.ts'
import type { Offered } from './office-hits.ts'

const load = () => import('./office-palette.tsx')
const OfficePalette = lazy(async () => ({ default: (await load()).OfficePalette }))

/** Searches the whole back office. Ctrl+K, "/" or the button opens it. */
export function OfficeSearch({ offered }: { offered: Offered }) {
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0) // each opening starts with an empty field
  const open = () => {
    if (!isOpen) setOpenings(openings + 1)
    setOpen(true)
  }
  useCommandKey('k', open)
  useHotkey('/', open)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={open}
        onPointerEnter={() => void load()}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-md border-line text-soft hover:text-ink max-sm:hover:bg-sunken sm:border sm:bg-raised sm:px-3 sm:hover:border-edge lg:min-w-60 lg:justify-start"
      >
        <SearchIcon />
        <span className="max-sm:sr-only">Search</span>
        <kbd
          aria-hidden="true"
          className="ml-auto hidden rounded-sm border border-line px-1.5 font-sans text-xs leading-5 lg:block"
        >
          Ctrl K
        </kbd>
      </button>
      {openings > 0 && (
        <Suspense>
          <OfficePalette
            offered={offered}
            opening={openings}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
