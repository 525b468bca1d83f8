import { useSuspenseQuery } from '@tanstack/react-query'
import { listAdjustments } from '#contract/money/adjustments.ts'
import { ApprovalState } from '#contract/core/approvals.ts'
import { query } from '#web/api/call.ts'
import { ApprovalFilter } from '#web/admin/approvals/approval-filter.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { AdjustmentsTable } from './adjustments-table.tsx'

export const meta = titled('Adjustments')

/** Credits and debits of wallets by administrators. Large ones wait for a second administrator. */
export default function AdjustmentsPage() {
  const list = useListState()
  const state = ApprovalState.safeParse(list.input('state')).data
  const { data } = useSuspenseQuery(
    query(listAdjustments, { page: list.page, limit: PAGE_SIZE, ...(state && { state }) }),
  )
  return (
    <>
      <h1 className="text-3xl">Adjustments</h1>
      <ApprovalFilter state={state} onChange={(chosen) => list.change({ state: chosen })} />
      {data.adjustments.length > 0 ? (
        <AdjustmentsTable adjustments={data.adjustments} />
      ) : (
        <EmptyState title={state ? 'No adjustment matches' : 'No adjustments yet'}>
          Adjust a wallet from the page of its customer. Large adjustments wait here for a second
          administrator.
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
