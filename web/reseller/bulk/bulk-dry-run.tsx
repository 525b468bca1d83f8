import { useState } from 'react'
import { Link } from 'react-router'
import { listBulks, startBulk, type Bulk, type CheckedBulk } from '#contract/resellers/bulk.ts'
import { formatBalance, formatExactly, toMajor, type Currency } from '#contract/core/money.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'

export type ChosenFile = {
  id: string // of this dry run, so that pressing the button twice places it once
  name: string
  csv: string
  currency: Currency
  isTest: boolean
  checked: CheckedBulk
}

type Props = { file: ChosenFile; onBack: () => void; onStart: (bulk: Bulk) => void }

const PAGE_SIZE = 50

/** Shows which lines would become orders, the problems of the others, and the cost. Lines with problems come first. */
export function BulkDryRun({ file, onBack, onStart }: Props) {
  const { id, name, csv, currency, isTest, checked } = file
  const [isAsking, setAsking] = useState(false)
  const [page, setPage] = useState(1)
  const input = { name, csv, currency, isTest, totalMax: toMajor(checked.total, currency) }
  const start = useSend(startBulk, { refetch: [listBulks], onDone: onStart, attempt: id })
  const lines: Line[] = [...checked.lines]
  const ordered = [
    ...lines.filter(({ problem }) => problem !== null),
    ...lines.filter(({ problem }) => problem === null),
  ]
  const orders = sayOrders(checked.fineCount)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card title={name}>
        <Summary file={file} />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button look="primary" disabled={checked.fineCount === 0} onClick={() => setAsking(true)}>
            Place {orders}
          </Button>
          <Button onClick={onBack}>Choose another file</Button>
        </div>
      </Card>
      <Table
        caption="Lines of the file"
        columns={toColumns(currency)}
        rows={ordered.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        keyOf={({ line }) => String(line)}
      />
      <Pagination
        page={page}
        pageCount={Math.ceil(ordered.length / PAGE_SIZE)}
        onChange={setPage}
      />
      <Confirm
        question={`Place ${orders}?`}
        action={{ label: 'Place them', isBusy: start.isPending }}
        isOpen={isAsking}
        onConfirm={() => start.mutate(input, { onError: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {isTest
          ? 'These are test orders: no money moves.'
          : `They cost ${formatExactly(checked.total, currency)} from your wallet. No order is placed above the price shown.`}
      </Confirm>
    </div>
  )
}

type Line = CheckedBulk['lines'][number]

const sayOrders = (count: number) =>
  count === 1 ? '1 order' : `${count.toLocaleString('en-IN')} orders`

function Summary({ file: { checked, currency, isTest } }: Pick<Props, 'file'>) {
  const { fineCount, lines, total, balance } = checked
  const bad = lines.length - fineCount
  const missing = total - balance
  return (
    <output className="grid gap-4">
      <Facts>
        <Fact name="Ready">{sayOrders(fineCount)}</Fact>
        <Fact name="Not placed">{bad === 0 ? 'None' : sayOrders(bad)}</Fact>
        <Fact name="Total cost">
          <span className="money">{formatExactly(total, currency)}</span>
        </Fact>
        <Fact name={isTest ? 'In your test wallet' : 'In your wallet'}>
          <span className="money">{formatBalance(balance, currency)}</span>
        </Fact>
      </Facts>
      {missing > 0 && (
        <p className="font-medium text-bad">
          You need {formatExactly(missing, currency)} more. Lines are placed from the top until your
          wallet is empty.{' '}
          {!isTest && (
            <Link to={paths.wallet} className={textLink}>
              Add money
            </Link>
          )}
        </p>
      )}
    </output>
  )
}

const toColumns = (currency: Currency): Column<Line>[] => [
  {
    title: 'Line',
    cell: ({ line, productName, productId }) => (
      <>
        <span className="font-semibold tabular-nums">{line}</span>{' '}
        <span className="wrap-anywhere">{productName || productId}</span>
      </>
    ),
  },
  {
    title: 'Player',
    cell: ({ playerId, zoneId }) => (
      <span className="wrap-anywhere">{zoneId ? `${playerId} (${zoneId})` : playerId}</span>
    ),
  },
  { title: 'Reference', cell: ({ reference }) => reference || 'Generated' },
  {
    title: 'Price',
    isFigure: true,
    cell: ({ price }) => (price === null ? '' : formatExactly(price, currency)),
  },
  {
    title: 'Check',
    cell: ({ problem }) =>
      problem === null ? (
        <Badge tone="good">Ready</Badge>
      ) : (
        <span className="text-bad">{problem}</span>
      ),
  },
]
