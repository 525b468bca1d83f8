import { useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { CloseIcon } from '#web/ui/icons/icons.tsx'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A dialog above all other dialogs, which stay open beneath it. */
export function TopDialog({ title, onClose, children }: Props) {
  const id = useId()
  return createPortal(
    <dialog
      ref={open}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="facet-6 m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-dialog overflow-y-auto border border-line bg-stall p-6 text-ink shadow-high wrap-anywhere backdrop:bg-veil"
    >
      <div className="mb-5 flex items-start justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="-m-2 grid size-11 place-items-center rounded-md text-soft hover:bg-sunken"
        >
          <CloseIcon />
        </button>
      </div>
      {children}
    </dialog>,
    document.body,
  )
}

const keep = (event: KeyboardEvent) => event.stopPropagation()

/** Stops key events, so that Escape does not also close the dialog below. */
function open(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.addEventListener('keydown', keep)
  dialog.showModal()
  return () => {
    dialog.removeEventListener('keydown', keep)
    dialog.close()
  }
}
