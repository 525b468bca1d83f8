import { useId, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { BULK_LINES_MAX, checkBulk } from '#contract/resellers/bulk.ts'
import type { Currency } from '#contract/core/money.ts'
import { currencyOptions } from '#web/features/currency/currency-options.ts'
import { call } from '#web/api/call.ts'
import { newId } from '#web/state/new-id.ts'
import { Card } from '#web/ui/card.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { FilePicker } from '#web/ui/form/file-picker.tsx'
import { Spinner } from '#web/ui/status/spinner.tsx'
import type { ChosenFile } from './bulk-dry-run.tsx'
import { readFile } from './read-file.ts'

const MODES = [
  { value: '', label: 'Real orders' },
  { value: 'test', label: 'Test orders (free)' },
]

/** Takes a file and starts its dry run. */
export function BulkFile({ onCheck }: { onCheck: (file: ChosenFile) => void }) {
  const id = useId()
  const [currency, setCurrency] = useState<Currency>('INR')
  const [isTest, setTest] = useState(false)
  const check = useMutation({
    mutationFn: async (file: File) => {
      const input = { csv: await readFile(file), currency, isTest }
      const checked = await call(checkBulk, input)
      return { ...input, id: newId(), name: file.name.slice(0, 100), checked }
    },
    onSuccess: onCheck,
  })
  return (
    <Card title="Order from a file">
      <div className="grid gap-5">
        <Hint id={`${id}-hint`} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Choice
            label="Pay from"
            options={currencyOptions()}
            value={currency}
            onChange={(value) => setCurrency(value as Currency)}
          />
          <Choice
            label="Mode"
            options={MODES}
            value={isTest ? 'test' : ''}
            onChange={(value) => setTest(value === 'test')}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FilePicker
            label="Choose a file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            describedBy={`${id}-hint`}
            onPick={(file) => check.mutate(file)}
          />
          {check.isPending && (
            <output className="flex items-center gap-2 text-soft">
              <Spinner /> Checking the file...
            </output>
          )}
        </div>
        {check.error && (
          <p role="alert" className="font-medium text-bad">
            {check.error.message}
          </p>
        )}
      </div>
    </Card>
  )
}

const Hint = ({ id }: { id: string }) => (
  <div id={id} className="grid max-w-text gap-2 text-soft">
    <p>
      A CSV file with one order per line, at most {BULK_LINES_MAX.toLocaleString('en-IN')}. Its
      first line names the columns: <code className="font-mono text-sm">productId</code>,{' '}
      <code className="font-mono text-sm">playerId</code>, and where you need them{' '}
      <code className="font-mono text-sm">zoneId</code> and{' '}
      <code className="font-mono text-sm">reference</code>, your own name of each order.
    </p>
    <p>You’ll see what will be placed and what it costs before anything is bought.</p>
  </div>
)
