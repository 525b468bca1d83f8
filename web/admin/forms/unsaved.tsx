import { useFormContext } from 'react-hook-form'
import { useBlocker } from 'react-router'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

/** Asks before a link discards typed text. */
export function Unsaved({ is }: { is: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => is && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <Confirm
      question="Leave without saving?"
      action={{ label: 'Leave', isDangerous: true }}
      isOpen={blocker.state === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Your changes here will be lost.
    </Confirm>
  )
}

/** The same for the surrounding form. Saving the form leaves the page without asking. */
export function UnsavedForm() {
  const { isDirty, isSubmitting } = useFormContext().formState
  return <Unsaved is={isDirty && !isSubmitting} />
}
