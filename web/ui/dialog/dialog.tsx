import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef, type ReactNode } from 'react'
import { Discard } from './confirm.tsx'
import { popupLook, veilLook } from './dialog-look.ts'
import { CloseIcon } from '#web/ui/icons/icons.tsx'
import { focusField } from './take-focus.ts'
import { UnsavedTextContext, useUnsavedText } from './unsaved-text.ts'

type DialogProps = {
  title: string
  isOpen: boolean
  /** Fits a form with many fields. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog. It traps the focus and returns it on close. It asks before discarding typed text. */
export function Dialog({ title, isOpen, isWide = false, onClose, children }: DialogProps) {
  const { unsavedText, isAsked, keep, discard } = useUnsavedText()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && unsavedText.leave(onClose)}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Backdrop className={veilLook} />
        <Base.Popup
          ref={popup}
          className={isWide ? `${popupLook} max-w-checkout!` : popupLook}
          initialFocus={() => focusField(popup.current)}
        >
          <div className="mb-5 flex items-start justify-between gap-4">
            <Base.Title className="text-xl">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className="-m-2 grid size-11 place-items-center rounded-md text-soft hover:bg-sunken"
            >
              <CloseIcon />
            </Base.Close>
          </div>
          <UnsavedTextContext value={unsavedText}>{children}</UnsavedTextContext>
          <Discard isOpen={isAsked} onConfirm={discard} onClose={keep} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
