import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/core/endpoint.ts'
import { getBulk, getBulkFile, listBulks, stopBulk } from '#contract/resellers/bulk.ts'
import { query } from '#web/api/call.ts'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { BULK_STATES } from './bulk-words.ts'

const LOOK_MS = 1_000

type Props = { id: string; onBack: () => void }
type FullBulk = Output<typeof getBulk>

/** Progress of a bulk order. It continues after the page is left. */
export function BulkProgress({ id, onBack }: Props) {
  const { data: bulk } = useSuspenseQuery({
    ...query(getBulk, { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  })
  const { label, tone } = BULK_STATES[bulk.state]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Button look="quiet" className="justify-self-start" onClick={onBack}>
        <ChevronLeftIcon /> All files
      </Button>
      <Card title={bulk.name}>
        <div className="grid gap-5">
          <p className="flex flex-wrap gap-2">
            <Badge tone={tone}>{label}</Badge>
            {bulk.isTest && <Badge tone="glass">Test</Badge>}
          </p>
          <label className="grid gap-2 text-sm text-soft">
            <span className="tabular-nums">
              {bulk.done.toLocaleString('en-IN')} of {bulk.total.toLocaleString('en-IN')} lines
            </span>
            <progress
              value={bulk.done}
              max={bulk.total}
              className="h-2 w-full appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-lantern [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-lantern"
            />
          </label>
          <output className="font-semibold">
            {bulk.state === 'running'
              ? 'You can leave this page; placing continues.'
              : sayResult(bulk)}
          </output>
          <div className="flex flex-wrap gap-3">
            {bulk.state === 'running' ? <Stop id={id} /> : <Result bulk={bulk} />}
          </div>
        </div>
      </Card>
      {bulk.refused.length > 0 && <Refused bulk={bulk} />}
    </div>
  )
}

function sayResult({ placedCount, refusedCount, total }: FullBulk): string {
  const left = total - placedCount - refusedCount
  return [
    `${placedCount.toLocaleString('en-IN')} placed`,
    `${refusedCount.toLocaleString('en-IN')} not placed`,
    ...(left > 0 ? [`${left.toLocaleString('en-IN')} skipped`] : []),
  ].join(', ')
}

function Stop({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const stop = useSend(stopBulk, { refetch: [getBulk, listBulks], onDone: close })
  return (
    <>
      <Button onClick={() => setAsking(true)}>Stop</Button>
      <Confirm
        question="Stop placing these orders?"
        action={{ label: 'Stop', isBusy: stop.isPending, isDangerous: true }}
        isOpen={isAsking}
        onConfirm={() => stop.mutate({ id })}
        onClose={close}
      >
        Orders already placed stay placed. The rest of the file is skipped.
      </Confirm>
    </>
  )
}

const Result = ({ bulk: { _id: id, name } }: { bulk: FullBulk }) => (
  <DownloadButton
    look="primary"
    endpoint={getBulkFile}
    input={{ id }}
    name={`result-${name.replace(/\.\w+$/, '')}.csv`}
    label="Download the result"
  />
)

const Refused = ({ bulk: { refused, refusedCount } }: { bulk: FullBulk }) => (
  <section aria-labelledby="refused" className="grid gap-3">
    <h2 id="refused" className="text-xl">
      Not placed
    </h2>
    <ul className="grid gap-2">
      {refused.map(({ line, reference, words }) => (
        <li key={line} className="border-l-2 border-bad pl-3">
          <span className="font-semibold">Line {line}</span>{' '}
          <span className="text-sm text-soft wrap-anywhere">{reference}</span>
          <span className="block">{words}</span>
        </li>
      ))}
    </ul>
    {refusedCount > refused.length && (
      <p className="text-soft">The others are in the result file.</p>
    )}
  </section>
)
