import { use } from 'react'
import type { Statement } from '#contract/money/statement.ts'
import { canCheck, checkStatement, type Finding } from './check-statement.ts'
import { FindingNotice } from './finding.tsx'

/** Recomputes every hash of the statement on this page. */
export function CheckedStatement({ statement }: { statement: Statement }) {
  const finding = use(checkOnce(statement))
  return (
    <output className="block">
      {finding ? <FindingNotice finding={finding} /> : CANNOT_CHECK}
    </output>
  )
}

const findings = new WeakMap<Statement, Promise<Finding | null>>()

/** Checks each object once. A refetched statement without changes remains the same object. */
function checkOnce(statement: Statement): Promise<Finding | null> {
  const known = findings.get(statement)
  if (known) return known
  const finding = canCheck() ? checkStatement(statement) : Promise.resolve(null)
  findings.set(statement, finding)
  return finding
}

export const CANNOT_CHECK =
  'Browsers can only check hashes on https pages. Download the file and check it on one.'
