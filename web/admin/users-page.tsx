import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import { listUsers, type User } from '#contract/users.ts'
import { query } from '#web/api/call.ts'
import { formatDate } from '#web/ui/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Input } from '#web/ui/field.tsx'
import { PencilIcon } from '#web/ui/icons.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { EditUser } from './edit-user.tsx'
import { useListState } from './use-list-state.ts'

export const meta: MetaFunction = () => [{ title: 'Users | Gemstall' }]

const PAGE_SIZE = 10
const FIELDS = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'fullName', label: 'Name' },
]
const isField = (value: string): value is 'email' | 'phone' | 'fullName' =>
  FIELDS.some((field) => field.value === value)

export default function UsersPage() {
  const list = useListState({ searchIndex: 'email' })
  const [edited, setEdited] = useState<User | null>(null)
  const searchIndex = isField(list.searchIndex) ? list.searchIndex : 'email'
  const { page, search } = list
  const { data } = useSuspenseQuery(
    query(listUsers, { page, limit: PAGE_SIZE, search, searchIndex, sort: '-createdAt' }),
  )
  return (
    <>
      <h1 className="text-3xl">Users</h1>
      <search className="flex flex-wrap gap-3">
        <Select
          aria-label="Search in"
          options={FIELDS}
          value={searchIndex}
          onChange={(event) => list.change({ searchIndex: event.target.value })}
          className="w-36"
        />
        <Input
          type="search"
          aria-label="Search"
          placeholder="Search"
          defaultValue={search}
          onChange={(event) => list.changeSoon({ search: event.target.value })}
          className="min-w-0 flex-1"
        />
      </search>
      {data.users.length > 0 ? (
        <Table
          caption="Users"
          columns={columns(setEdited)}
          rows={data.users}
          keyOf={({ _id }) => _id}
        />
      ) : (
        <EmptyState title="Nobody found">Try another word, or search in another field.</EmptyState>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onChange={(next) => list.change({ page: String(next) })}
      />
      {edited && <EditUser key={edited._id} user={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const columns = (onEdit: (user: User) => void): Column<User>[] => [
  { title: 'Name', cell: ({ fullName }) => <span className="font-medium">{fullName}</span> },
  {
    title: 'Email',
    cell: ({ email }) => <span className="block wrap-anywhere">{email}</span>,
  },
  {
    title: 'Phone',
    cell: ({ phone }) => <span className="tabular-nums">{phone || 'None'}</span>,
  },
  {
    title: 'Role',
    cell: ({ role }) => <Badge tone={role === 'user' ? 'plain' : 'glass'}>{role}</Badge>,
  },
  {
    title: 'State',
    cell: ({ isBlocked }) => (
      <Badge tone={isBlocked ? 'bad' : 'good'}>{isBlocked ? 'Blocked' : 'Active'}</Badge>
    ),
  },
  {
    title: 'Last Login',
    cell: ({ updatedAt }) => <span className="whitespace-nowrap">{formatDate(updatedAt)}</span>,
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (user) => (
      <IconButton label={`Edit ${user.fullName}`} onClick={() => onEdit(user)}>
        <PencilIcon />
      </IconButton>
    ),
  },
]
