import { useMutation } from '@tanstack/react-query'
import { getStatementFile } from '#contract/money/wallet.ts'
import { saveFile } from '#web/api/save-file.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon, PrinterIcon } from '#web/ui/icons/money-icons.tsx'

type StatementInput = { currency: 'INR' | 'USD'; from: string; to: string }

/** Downloads the statement as a file that can be checked later, or prints it. */
export function StatementActions({ input }: { input: StatementInput }) {
  const name = `statement-${input.currency}-${input.from}-${input.to}.csv`
  const download = useMutation({
    mutationFn: () => saveFile(getStatementFile, input, name),
    onError: (error) => toast('error', error.message),
  })
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button
        isBusy={download.isPending}
        busyLabel="Downloading..."
        onClick={() => download.mutate()}
      >
        <DownloadIcon /> Download CSV
      </Button>
      <Button onClick={() => window.print()}>
        <PrinterIcon /> Print
      </Button>
    </div>
  )
}
