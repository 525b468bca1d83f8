import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'

type DialogProps = {
  title: string
  isOpen: boolean
  /** For a form of many fields. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}

export const veilLook =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-(--duration-calm) data-starting-style:opacity-0 data-ending-style:opacity-0'
export const popupLook =
  'facet-6 fixed left-1/2 top-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-dialog -translate-1/2 scroll-pb-24 overflow-y-auto wrap-anywhere ' +
  'border border-line bg-stall p-6 shadow-high transition-[opacity,scale] duration-(--duration-calm) ease-out ' +
  'data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:scale-97 data-ending-style:opacity-0'

/** A task of its own over the page. It keeps the focus and gives it back; Escape and Cancel leave it. */
export const Dialog = ({ title, isOpen, isWide = false, onClose, children }: DialogProps) => (
  <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()} disablePointerDismissal>
    <Base.Portal>
      <Base.Backdrop className={veilLook} />
      <Base.Popup className={isWide ? `${popupLook} max-w-checkout!` : popupLook}>
        <div className="mb-5 flex items-start justify-between gap-4">
          <Base.Title className="text-xl">{title}</Base.Title>
          <Base.Close
            aria-label="Close"
            className="-m-2 grid size-11 place-items-center rounded-md text-soft hover:bg-sunken"
          >
            <CloseIcon />
          </Base.Close>
        </div>
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)
