import { endAlert, listAlerts, type Alert } from '#contract/backoffice/alerts.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'

/** Ends an alert that does not end by itself. */
export function EndAlert({ alert: { _id: id, words } }: { alert: Alert }) {
  const end = useSend(endAlert, { refetch: [listAlerts] })
  return (
    <Button
      size="sm"
      isBusy={end.isPending}
      busyLabel="Saving..."
      onClick={() => end.mutate({ id })}
    >
      Close<span className="sr-only"> alert: {words}</span>
    </Button>
  )
}
