import { formatMoment } from '#web/ui/text/format.ts'
import type { Status } from './order-status.tsx'

type Step = { number: number; status: Status; message: string; at: string }

type Props = {
  steps: Step[]
  /** The step that the order waits for, if any. */
  next?: string | undefined
}

/** Class names are written out because Tailwind only finds complete names. */
const STONES: Record<Status, string> = {
  pending: 'bg-pending',
  processing: 'bg-processing',
  completed: 'bg-completed',
  cancelled: 'bg-cancelled',
  failed: 'bg-failed',
  refunded: 'bg-refunded',
}

/** The steps of an order, oldest first. Screen readers announce each new step. */
export const OrderTimeline = ({ steps, next }: Props) => (
  <>
    <output className="sr-only">{steps.at(-1)?.message}</output>
    <ol className="grid">
      {steps.map(({ number, status, message, at }, index) => (
        <li key={number} className="relative grid gap-0.5 pb-5 pl-8 last:pb-0">
          {(next || index < steps.length - 1) && <Thread isDone={index < steps.length - 1} />}
          <span
            className={`absolute top-1.5 left-1 size-3 rotate-45 ${STONES[status]}`}
            aria-hidden="true"
          />
          <span className="font-medium wrap-anywhere">{message}</span>
          <time dateTime={at} className="text-sm text-soft">
            {formatMoment(at)}
          </time>
        </li>
      ))}
      {next && (
        <li className="relative pl-8 text-soft">
          <span
            className="absolute top-1.5 left-1 size-3 rotate-45 animate-await border-2 border-edge"
            aria-hidden="true"
          />
          {next}
        </li>
      )}
    </ol>
  </>
)

const Thread = ({ isDone }: { isDone: boolean }) => (
  <span
    className={`absolute top-5 bottom-0 left-2.5 -translate-x-1/2 border-l-2 ${isDone ? 'border-edge' : 'border-dashed border-line'}`}
    aria-hidden="true"
  />
)
