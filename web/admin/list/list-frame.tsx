import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Input } from '#web/ui/form/field.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import type { useListState } from './use-list-state.ts'

/** Rows per page in the back office. */
export const PAGE_SIZE = 10

type Field = { value: string; label: string }

type Props = {
  title: string
  /** True for a list among several on a screen. Its title is smaller. */
  isPart?: boolean
  list: ReturnType<typeof useListState>
  /** Fields to choose from before searching. Without them, the list is searched by any field. */
  fields?: Field[]
  searchIndex?: string
  /** Placeholder that names the searched fields. */
  searchHint?: string
  action?: ReactNode
  /** Says what the list is for and what to do first. Without its own action it shows the action of the list. */
  empty: { title: string; words: string; action?: ReactNode }
  filters?: ReactNode
  /** Filters other than the search are set. */
  isFiltered?: boolean
  total: number
  children: ReactNode
}

/** Frame of a list in the back office: search, results and pages. */
export function ListFrame({ list, fields, filters, isFiltered, ...found }: Props) {
  const { total, children, action, empty, searchIndex, searchHint = 'Search' } = found
  const isEmpty = total === 0 && !list.search && !isFiltered
  const isMoved = isEmpty && !empty.action
  const pageCount = Math.ceil(total / PAGE_SIZE)
  return (
    <>
      <Heading {...found} action={isMoved ? null : action} />
      <search className="flex flex-wrap gap-3">
        {fields && (
          <Select
            aria-label="Search in"
            options={fields}
            value={searchIndex}
            onChange={(event) => list.change({ searchIndex: event.target.value })}
            className="w-36"
          />
        )}
        <Input
          type="search"
          aria-label="Search"
          placeholder={searchHint}
          defaultValue={list.search}
          onChange={({ target: { value } }) =>
            list.changeSoon({ search: value, ...(!fields && { searchIndex: '' }) })
          }
          className="min-w-36 flex-1 basis-36"
        />
        {filters}
      </search>
      {total === 0 ? (
        isEmpty ? (
          <EmptyState title={empty.title} action={isMoved ? action : empty.action}>
            {empty.words}
          </EmptyState>
        ) : (
          <EmptyState title="Nothing found">Try another word, or fewer filters.</EmptyState>
        )
      ) : list.page > pageCount ? (
        <EmptyState
          title="This page is empty now"
          action={<Button onClick={() => list.change({})}>Go to the first page</Button>}
        />
      ) : (
        children
      )}
      <Pagination
        page={list.page}
        pageCount={pageCount}
        onChange={(next) => list.change({ page: String(next) })}
      />
    </>
  )
}

const Heading = ({ title, isPart, action }: Pick<Props, 'title' | 'isPart' | 'action'>) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    {isPart ? <h2 className="text-2xl">{title}</h2> : <h1 className="text-3xl">{title}</h1>}
    {action}
  </div>
)
