import { listAnnouncements, type FullAnnouncement } from '#contract/backoffice/announcements.ts'
import { hasTaskEnded, stopTask, type TaskState } from '#contract/core/tasks.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { tellAudience } from './audience-words.ts'

const STATES: Record<TaskState, { label: string; tone: Tone }> = {
  waiting: { label: 'Sending', tone: 'processing' },
  running: { label: 'Sending', tone: 'processing' },
  done: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  stopped: { label: 'Stopped', tone: 'plain' },
}

const number = (count: number) => count.toLocaleString('en-IN')

/** Progress of an announcement's emails. */
export function MailingState({ title, mailing }: Pick<FullAnnouncement, 'title' | 'mailing'>) {
  const stop = useSend(stopTask, { refetch: [listAnnouncements] })
  if (!mailing) return <span className="text-soft">No</span>
  const { audience, taskId, state, sentCount, failedCount, skippedCount } = mailing
  const { label, tone } = STATES[state]
  const others = [
    failedCount > 0 && `${number(failedCount)} failed`,
    skippedCount > 0 && `${number(skippedCount)} left out`,
  ].filter((words) => words !== false)
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{label}</Badge>
      <span>
        {number(sentCount)} sent
        {others.length > 0 && <span className="text-soft">, {others.join(', ')}</span>}
      </span>
      <span className="text-soft">{tellAudience(audience)}</span>
      {!hasTaskEnded({ state }) && (
        <Button
          size="sm"
          look="quiet"
          className="-ml-3"
          isBusy={stop.isPending}
          busyLabel="Stopping..."
          aria-label={`Stop sending ${title}`}
          onClick={() => stop.mutate({ id: taskId })}
        >
          Stop
        </Button>
      )}
    </span>
  )
}
