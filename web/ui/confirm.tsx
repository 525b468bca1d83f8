import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button, buttonLook } from './button.tsx'
import { popupLook, veilLook } from './dialog.tsx'

type ConfirmProps = {
  question: string
  children?: ReactNode // what will happen, in words or a picture
  action: { label: string; isBusy?: boolean; isDangerous?: boolean }
  isOpen: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something that cannot be taken back. The safe answer has the focus. */
export const Confirm = ({
  question,
  children,
  action,
  isOpen,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop forceRender className={veilLook} />
      <AlertDialog.Popup className={popupLook}>
        <AlertDialog.Title className="text-xl">{question}</AlertDialog.Title>
        <AlertDialog.Description render={<div />} className="mt-3 text-pretty text-soft">
          {children}
        </AlertDialog.Description>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <AlertDialog.Close className={buttonLook('plain')}>Cancel</AlertDialog.Close>
          <Button
            look={action.isDangerous ? 'danger' : 'primary'}
            isBusy={action.isBusy ?? false}
            onClick={onConfirm}
          >
            {action.label}
          </Button>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
