import { useState } from 'react'
import { type Difference } from '#contract/money/payments.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { KINDS, ourAmount, theirAmount } from './difference-words.ts'
import { SettleDifference } from './settle-difference.tsx'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'

export function DifferencesTable({ differences }: { differences: Difference[] }) {
  const [settled, setSettled] = useState<Difference | null>(null)
  return (
    <>
      <Table
        caption="Differences"
        columns={columns(setSettled)}
        rows={differences}
        keyOf={({ _id }) => _id}
      />
      {settled && <SettleDifference difference={settled} onClose={() => setSettled(null)} />}
    </>
  )
}

const columns = (onSettle: (difference: Difference) => void): Column<Difference>[] => [
  { title: 'What', cell: ({ kind }) => <span className="font-medium">{KINDS[kind]}</span> },
  { title: 'Gateway', cell: ({ gateway }) => <GatewayTitle name={gateway} /> },
  {
    title: 'Reference',
    cell: ({ reference }) => <span className="font-mono text-xs wrap-anywhere">{reference}</span>,
  },
  { title: 'Ours', isFigure: true, cell: ourAmount },
  { title: 'Theirs', isFigure: true, cell: theirAmount },
  {
    title: 'Found',
    cell: ({ foundAt }) => <span className="whitespace-nowrap">{formatDate(foundAt)}</span>,
  },
  {
    title: 'State',
    cell: (difference) => <State difference={difference} onSettle={() => onSettle(difference)} />,
  },
]

function State({ difference, onSettle }: { difference: Difference; onSettle: () => void }) {
  const { settledAt, note, reference } = difference
  if (settledAt === null)
    return (
      <Button size="sm" aria-label={`Settle ${reference}`} onClick={onSettle}>
        Settle
      </Button>
    )
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone="good">Settled</Badge>
      <span className="text-soft wrap-anywhere">
        {formatDate(settledAt)}: {note}
      </span>
    </span>
  )
}
