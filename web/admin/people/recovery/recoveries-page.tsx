import { useSuspenseQuery } from '@tanstack/react-query'
import { listRecoveries } from '#contract/accounts/recovery.ts'
import { ApprovalState } from '#contract/core/approvals.ts'
import { query } from '#web/api/call.ts'
import { ApprovalFilter } from '#web/admin/approvals/approval-filter.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { RecoveriesTable } from './recoveries-table.tsx'

export const meta = titled('Account recovery')

/** Recoveries of customers’ accounts. Support asks for them, and an administrator decides. */
export default function RecoveriesPage() {
  const list = useListState()
  const state = ApprovalState.safeParse(list.input('state')).data
  const { data } = useSuspenseQuery(
    query(listRecoveries, { page: list.page, limit: PAGE_SIZE, ...(state && { state }) }),
  )
  return (
    <>
      <h1 className="text-3xl">Account recovery</h1>
      <ApprovalFilter state={state} onChange={(chosen) => list.change({ state: chosen })} />
      {data.recoveries.length > 0 ? (
        <RecoveriesTable recoveries={data.recoveries} />
      ) : (
        <EmptyState title={state ? 'No recovery matches' : 'No recoveries yet'}>
          When a customer can no longer sign in, ask for a recovery on their page. It waits here for
          an administrator.
        </EmptyState>
      )}
      <Pagination
        page={list.page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onChange={(next) => list.change({ page: String(next) })}
      />
    </>
  )
}
