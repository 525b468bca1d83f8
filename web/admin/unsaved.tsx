import { useFormContext } from 'react-hook-form'
import { useBlocker } from 'react-router'
import { Confirm } from '#web/ui/confirm.tsx'

/** What was typed is not lost to a press on a link. */
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
      What you have changed here is lost.
    </Confirm>
  )
}

/** The same of the form around it. Saving it leads on by itself. */
export function UnsavedForm() {
  const { isDirty, isSubmitting } = useFormContext().formState
  return <Unsaved is={isDirty && !isSubmitting} />
}
