import type { Currency } from '#contract/core/money.ts'
import { getStatementFile } from '#contract/money/statement.ts'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { PrintButton } from '#web/account/paper.tsx'

type StatementInput = { currency: Currency; from: string; to: string }

/** Downloads the statement as a file that can be checked later, or prints it. */
export const StatementActions = ({ input }: { input: StatementInput }) => (
  <div className="flex flex-wrap gap-3 print:hidden">
    <DownloadButton
      endpoint={getStatementFile}
      input={input}
      name={`statement-${input.currency}-${input.from}-${input.to}.csv`}
      label="Download CSV"
    />
    <PrintButton label="Print" />
  </div>
)
