import { useSuspenseQuery } from '@tanstack/react-query'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { listFailedJobs, retryJob, type FailedJob } from '#contract/core/tasks.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'

const ASK_EVERY_MS = 15_000

/** Lists background jobs that failed on every retry. Renders nothing if there are none. */
export function FailedJobs() {
  const { data } = useSuspenseQuery({
    ...query(listFailedJobs, {}),
    refetchInterval: ASK_EVERY_MS,
  })
  if (data.length === 0) return null
  return (
    <section id="failed" aria-labelledby="failed-title" className="grid gap-3">
      <h2 id="failed-title" className="text-2xl">
        What the shop could not do
      </h2>
      <p className="max-w-prose text-soft">
        Each was tried a dozen times, the last half a day after the first. Mend what stands in the
        way, then let it try again.
      </p>
      <Table
        caption="What the shop could not do"
        columns={COLUMNS}
        rows={data}
        keyOf={({ _id }) => _id}
      />
    </section>
  )
}

const COLUMNS: Column<FailedJob>[] = [
  {
    title: 'What',
    cell: ({ name }) => (
      <span className="inline-block font-medium first-letter:uppercase">{name}</span>
    ),
  },
  { title: 'Why not', cell: ({ error }) => <span className="wrap-anywhere">{error}</span> },
  {
    title: 'State',
    cell: ({ isTriedAgain }) =>
      isTriedAgain ? (
        <Badge tone="processing">Tried again</Badge>
      ) : (
        <Badge tone="bad">Gave up</Badge>
      ),
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (job) => !job.isTriedAgain && <TryAgain job={job} />,
  },
]

function TryAgain({ job: { _id: id, name } }: { job: FailedJob }) {
  const retry = useSend(retryJob, { refetch: [listFailedJobs, listAlerts] })
  return (
    <Button
      size="sm"
      aria-label={`Try again: ${name}`}
      isBusy={retry.isPending}
      busyLabel="Beginning..."
      onClick={() => retry.mutate({ id })}
    >
      Try again
    </Button>
  )
}
