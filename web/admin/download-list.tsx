import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { dayOf } from '#contract/period.ts'
import { saveFile } from '#web/api/save-file.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/money-icons.tsx'

type Props<E extends Endpoint> = {
  endpoint: E
  wish: Input<E>
  /** What the list is of. */
  name: string
  total: number
}

const count = (number: number) => number.toLocaleString('en-IN')

/** All that a list has found, as a file; how much of it is there, while it comes. */
export function DownloadList<E extends Endpoint>({ endpoint, wish, name, total }: Props<E>) {
  const [running, setRunning] = useState<{ stop: AbortController; of: number } | null>(null)
  const [rows, setRows] = useState(0)
  const download = useMutation({
    mutationFn: ({ signal }: AbortController) =>
      saveFile(endpoint, wish, `${name}-${dayOf(new Date())}.csv`, {
        signal,
        onLines: (lines) => setRows(lines - 1), // the first are the columns
      }),
    onSuccess: () => toast('success', `The file of ${name} is saved`),
    onError: (error, { signal }) => !signal.aborted && toast('error', error.message),
    onSettled: () => setRunning(null),
  })
  const begin = () => {
    const stop = new AbortController()
    setRows(0)
    setRunning({ stop, of: total })
    download.mutate(stop)
  }
  if (!running)
    return (
      <Button disabled={total === 0} onClick={begin}>
        <DownloadIcon /> Download CSV
      </Button>
    )
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
      <label className="grid gap-1 text-sm text-soft tabular-nums">
        {count(rows)} of {count(running.of)} {name}
        <progress
          value={Math.min(rows, running.of)}
          max={running.of}
          className="h-1.5 w-48 appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-lantern [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-lantern"
        />
      </label>
      <Button size="sm" onClick={() => running.stop.abort()}>
        Stop
      </Button>
    </div>
  )
}
