import { useId, useState } from 'react'
import { dayOf } from '#contract/core/period.ts'
import { getStatement } from '#contract/money/statement.ts'
import { call } from '#web/api/call.ts'
import { Card } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/form/file-picker.tsx'
import { canCheck, checkStatement, type Checkable, type Finding } from './check-statement.ts'
import { CANNOT_CHECK } from './checked-statement.tsx'
import { AskUs, FindingNotice, Notice } from './finding.tsx'
import { readStatementFile } from './read-statement-file.ts'
import { useUser } from '#web/account/use-user.ts'

const BYTES_MAX = 20 * 1024 * 1024

type Outcome = { name: string; problem?: string; finding?: Finding; books?: Books }

/**
 * Compares the file's last line with the shop's ledger. A forged and fully recomputed chain ends in another last line.
 */
type Books = 'same' | 'other' | 'of someone else' | 'unreachable'

/** Checks a file from the customer's disk. The browser reads it and sends it nowhere. */
export function CheckedFile() {
  const { _id: userId } = useUser()
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  return (
    <Card title="Check a file" className="print:hidden">
      <p id={id} className="mb-4 max-w-prose text-soft">
        Choose a statement you downloaded. Your browser checks it without uploading it, and compares
        its last line with the shop’s books.
      </p>
      <FilePicker
        label="Choose a CSV file"
        accept=".csv,text/csv"
        describedBy={id}
        onPick={(file) => void check(file, userId).then(setOutcome)}
      />
      <output className="mt-4 block empty:hidden">
        {outcome && <OutcomeNotice outcome={outcome} />}
      </output>
    </Card>
  )
}

async function check(file: File, userId: string): Promise<Outcome> {
  const { name } = file
  if (!canCheck()) return { name, problem: CANNOT_CHECK }
  if (file.size > BYTES_MAX) return { name, problem: 'This file is too large to be a statement.' }
  const read = readStatementFile(await file.text())
  if ('problem' in read) return { name, problem: read.problem }
  const finding = await checkStatement(read.statement)
  if (!finding.holds) return { name, finding }
  return { name, finding, books: await compareWithBooks(read.statement, userId) }
}

async function compareWithBooks(
  { currency, lines, ...file }: Checkable,
  userId: string,
): Promise<Books> {
  if (file.userId !== userId) return 'of someone else'
  const last = lines.at(-1)!
  const day = dayOf(new Date(last.createdAt))
  try {
    const books = await call(getStatement, { currency, from: day, to: day })
    const same = books.lines.find(({ sequence }) => sequence === last.sequence)
    return same?.hash === last.hash ? 'same' : 'other'
  } catch {
    return 'unreachable'
  }
}

function OutcomeNotice({ outcome: { name, problem, finding, books } }: { outcome: Outcome }) {
  return (
    <div className="grid gap-3">
      <p className="font-semibold wrap-anywhere">{name}</p>
      {problem && <Notice title="This file cannot be checked">{problem}</Notice>}
      {finding && books !== 'other' && <FindingNotice finding={finding} />}
      {books === 'other' && (
        <Notice title="This file doesn’t match the shop’s books">
          The lines fit together, but the last one differs from the shop’s books: someone has
          rewritten the file. Please <AskUs />.
        </Notice>
      )}
      {books && <p className="text-soft">{BOOKS[books]}</p>}
    </div>
  )
}

const BOOKS: Record<Books, string> = {
  same: 'Its last line matches the shop’s books.',
  other: '',
  'of someone else':
    'This statement belongs to another account, so it was not compared with the shop’s books.',
  unreachable: 'The shop’s books can’t be reached. Choose the file again to retry.',
}
