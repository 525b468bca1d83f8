import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icons/icons.tsx'
import type { BulkResult, useBulk } from './use-bulk.ts'

type Bulk<Row> = ReturnType<typeof useBulk<Row>>

type Props<Row> = {
  bulk: Bulk<Row>
  actions: { label: string; busyLabel: string; send: (row: Row) => Promise<unknown> }[]
}

/** Actions for the selected rows, and the result for each row. */
export function BulkBar<Row>({ bulk, actions }: Props<Row>) {
  const { count, total, running, results } = bulk
  return (
    <>
      {count > 0 && (
        <section
          aria-label="Selected rows"
          className="sticky top-0 z-10 low:static flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised px-3 py-1.5"
        >
          <output className="mr-auto font-semibold">{count} selected</output>
          {actions.map(({ label, busyLabel, send }) => (
            <Button
              key={label}
              size="sm"
              isBusy={running === label}
              busyLabel={busyLabel}
              onClick={() => void bulk.run(label, send)}
            >
              {label}
            </Button>
          ))}
          {count < total && (
            <Button look="quiet" size="sm" onClick={bulk.chooseAll}>
              Select all {total}
            </Button>
          )}
          <Button look="quiet" size="sm" onClick={bulk.clear}>
            Clear selection
          </Button>
        </section>
      )}
      {results.length > 0 && <Results results={results} onDismiss={bulk.dismiss} />}
    </>
  )
}

type ResultsProps = { results: BulkResult[]; onDismiss: () => void }

const Results = ({ results, onDismiss }: ResultsProps) => {
  const failed = results.filter(({ failure }) => failure !== null).length
  return (
    <section aria-label="Results" className="facet grid gap-2 border border-line bg-stall p-4">
      <div className="flex items-center justify-between gap-3">
        <output className="font-semibold">
          {results.length - failed} done{failed > 0 && `, ${failed} failed`}
        </output>
        <Button look="quiet" size="sm" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
      <ul className="grid gap-1 text-sm">
        {results.map(({ key, name, failure }) => (
          <li key={key} className="flex items-start gap-2 wrap-anywhere">
            {failure === null ? (
              <CheckIcon className="size-5 shrink-0 text-good" />
            ) : (
              <CloseIcon className="size-5 shrink-0 text-bad" />
            )}
            <span>
              {name}: {failure ?? 'done'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
