import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { popupLook, veilLook } from './dialog-look.ts'
import { focusControl } from './take-focus.ts'
import { useUnsavedText } from './unsaved-text.ts'

type ConfirmProps = {
  question: string
  children?: ReactNode // explains what will happen
  action: { label: string; isBusy?: boolean; isDangerous?: boolean }
  cancelLabel?: string
  isOpen: boolean
  onConfirm: () => void
  onClose: () => void
  finalFocus?: false // the caller returns the focus; by default it returns when the question has faded
}

/**
 * Asks before an action that cannot be undone. The safe answer has the focus. Repeated presses of the other button
 * count once, until the request has failed.
 */
export function Confirm({
  question,
  children,
  action,
  cancelLabel = 'Cancel',
  isOpen,
  onConfirm,
  onClose,
  finalFocus,
}: ConfirmProps) {
  const { unsavedText, isAsked, keep, discard } = useUnsavedText()
  const confirmOnce = useOnce(onConfirm, isOpen && !action.isBusy)
  const popup = useRef<HTMLDivElement>(null)
  useReleaseFocus(popup, isOpen)
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && unsavedText.leave(onClose)}
      onOpenChangeComplete={(open) => !open && unsavedText.tell(question, false)}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={veilLook} />
        <AlertDialog.Popup
          ref={popup}
          inert={!isOpen}
          className={popupLook}
          initialFocus={() => focusControl(popup.current)}
          finalFocus={finalFocus}
        >
          <AlertDialog.Title className="text-xl">{question}</AlertDialog.Title>
          <AlertDialog.Description
            render={<div />}
            className="mt-3 text-pretty text-soft"
            onInput={() => unsavedText.tell(question, true)}
          >
            {children}
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Close className={buttonLook('plain')}>{cancelLabel}</AlertDialog.Close>
            <Button
              look={action.isDangerous ? 'danger' : 'primary'}
              isBusy={action.isBusy ?? false}
              onClick={confirmOnce}
            >
              {action.label}
            </Button>
          </div>
          {isAsked && <Discard isOpen onConfirm={discard} onClose={keep} />}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** Runs `act` once until it is ready again. A second press may come before the button renders as busy. */
function useOnce(act: () => void, isReady: boolean): () => void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isReady) isDone.current = false
  }, [isReady])
  return () => {
    if (isDone.current) return
    isDone.current = true
    act()
  }
}

/**
 * Takes the focus out of a question as soon as it closes. It still fades then, and a key pressed meanwhile must not do
 * what was just cancelled.
 */
function useReleaseFocus(popup: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const focused = document.activeElement
    if (!isOpen && focused instanceof HTMLElement && popup.current?.contains(focused))
      focused.blur()
  }, [popup, isOpen])
}

/** Asks before typed text is discarded. */
export const Discard = (props: Pick<ConfirmProps, 'isOpen' | 'onConfirm' | 'onClose'>) => (
  <Confirm
    question="Discard what you typed?"
    action={{ label: 'Discard', isDangerous: true }}
    cancelLabel="Keep editing"
    finalFocus={false}
    {...props}
  />
)
