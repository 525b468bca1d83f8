import type { CheckOutcome } from '#contract/core/credentials.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icons/icons.tsx'

type Props = {
  title: string
  /** Current state of the connection check. */
  check: { isPending: boolean; data: CheckOutcome | undefined; reset: () => void }
  onCheck: () => void
  /** Set for administrators only. */
  onEdit?: (() => void) | undefined
  className?: string
}

/** Buttons to edit and to check the shop's account at an outside company. */
export const AccountActions = ({ title, check, onCheck, onEdit, className = '' }: Props) => (
  <>
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {onEdit && (
        <Button
          size="sm"
          aria-label={`Set up ${title}`}
          onClick={() => {
            check.reset()
            onEdit()
          }}
        >
          Set up
        </Button>
      )}
      <Button
        size="sm"
        aria-label={`Check ${title}`}
        isBusy={check.isPending}
        busyLabel="Asking..."
        onClick={onCheck}
      >
        Check
      </Button>
    </div>
    <Outcome title={title} outcome={check.data} />
  </>
)

/** Shows the result of a check. Its height is reserved, so that nothing moves when the answer comes. */
function Outcome({ title, outcome }: { title: string; outcome: CheckOutcome | undefined }) {
  const Icon = outcome?.isGood ? CheckIcon : CloseIcon
  return (
    <output className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)] content-start gap-2 border-t border-line px-2 pt-3 text-sm">
      {outcome ? (
        <>
          <Icon className={`size-5 ${outcome.isGood ? 'text-good' : 'text-bad'}`} />
          <span className="font-medium wrap-anywhere">{outcome.message}</span>
        </>
      ) : (
        <span className="col-span-full text-soft">
          A check asks {title} whether these credentials work.
        </span>
      )}
    </output>
  )
}
