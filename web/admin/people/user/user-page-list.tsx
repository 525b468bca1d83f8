import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import type { useListState } from '#web/admin/list/use-list-state.ts'

type Props = {
  list: ReturnType<typeof useListState>
  total: number
  /** Title for an empty list. */
  nothing: string
  filter?: ReactNode
  children: ReactNode
}

/** A list of the user page, with its pagination. */
export const UserPageList = ({ list, total, nothing, filter, children }: Props) => (
  <div className="grid gap-5">
    {filter}
    {total === 0 ? <EmptyState title={nothing} /> : children}
    <Pagination
      page={list.page}
      pageCount={Math.ceil(total / PAGE_SIZE)}
      onChange={(page) => list.change({ page: String(page) })}
    />
  </div>
)
