import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listBulks, type Bulk } from '#contract/resellers/bulk.ts'
import { query } from '#web/api/call.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { BulkDryRun, type ChosenFile } from './bulk-dry-run.tsx'
import { BulkFile } from './bulk-file.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { BULK_STATES } from './bulk-words.ts'
import { useFilters } from '#web/reseller/use-filters.ts'

const LOOK_MS = 2_000

/** Orders from a file: choose it, check it, place the orders, follow them. A running upload is named in the address. */
export function BulkOrders() {
  const { filterOf, changeFilters } = useFilters()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const running = filterOf('bulk')
  if (running)
    return <BulkProgress key={running} id={running} onBack={() => changeFilters({ bulk: '' })} />
  if (file)
    return (
      <BulkDryRun
        file={file}
        onBack={() => setFile(null)}
        onStart={({ _id }) => {
          setFile(null)
          changeFilters({ bulk: _id })
        }}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <BulkFile onCheck={setFile} />
      <Earlier onLook={(id) => changeFilters({ bulk: id })} />
    </div>
  )
}

function Earlier({ onLook }: { onLook: (id: string) => void }) {
  const { data: bulks } = useSuspenseQuery({
    ...query(listBulks, {}),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'running') ? LOOK_MS : false,
  })
  if (bulks.length === 0) return null
  return (
    <section aria-labelledby="earlier" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="earlier" className="text-xl">
        Earlier files
      </h2>
      <Table
        caption="Earlier files"
        columns={toColumns(onLook)}
        rows={bulks}
        keyOf={({ _id }) => _id}
      />
    </section>
  )
}

const toColumns = (look: (id: string) => void): Column<Bulk>[] => [
  {
    title: 'File',
    cell: ({ _id, name }) => (
      <button type="button" onClick={() => look(_id)} className={`min-h-11 text-left ${textLink}`}>
        {name}
      </button>
    ),
  },
  {
    title: 'State',
    cell: ({ state, isTest }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={BULK_STATES[state].tone}>{BULK_STATES[state].label}</Badge>
        {isTest && <Badge tone="glass">Test</Badge>}
      </span>
    ),
  },
  {
    title: 'Placed',
    isFigure: true,
    cell: ({ placedCount, total }) => `${placedCount} of ${total}`,
  },
  { title: 'When', cell: ({ createdAt }) => formatDate(createdAt) },
]
