import { useSuspenseQuery } from '@tanstack/react-query'
import type { Statement } from '#contract/wallet.ts'
import { canCheck, checkStatement } from './check-statement.ts'
import { FindingNotice } from './finding.tsx'

/** The statement on this page, every hash of it computed anew. */
export function CheckedStatement({ statement }: { statement: Statement }) {
  const { userId, currency, openingHash, openingBalance, closingBalance, lines } = statement
  const stands = [userId, currency, openingHash, openingBalance, closingBalance, lines]
  const { data: finding } = useSuspenseQuery({
    queryKey: ['check of a statement', stands],
    queryFn: async () => (canCheck() ? checkStatement(statement) : null),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <output className="block">
      {finding ? <FindingNotice finding={finding} /> : CANNOT_CHECK}
    </output>
  )
}

export const CANNOT_CHECK =
  'This browser computes hashes only on pages that came by https. Download the file and check it there.'
