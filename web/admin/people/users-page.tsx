import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listUsers, type User } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { PencilIcon } from '#web/ui/icons/icons.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { EditUser } from './edit-user.tsx'
import { GiftDialog } from './gift-dialog.tsx'
import { InviteStaff, OpenInvitations } from './invite-staff.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useAddressDialog } from '#web/admin/list/use-address-dialog.ts'
import { useRight } from '#web/admin/access/use-right.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Users')

export default function UsersPage() {
  const list = useListState()
  const giving = useAddressDialog('gift')
  const inviting = useAddressDialog('invite')
  const isAdmin = useRight()
  const [edited, setEdited] = useState<User | null>(null)
  const { page, search } = list
  const { data } = useSuspenseQuery(
    query(listUsers, { page, limit: PAGE_SIZE, search, searchIndex: 'any', sort: '-createdAt' }),
  )
  return (
    <>
      <ListFrame
        title="Users"
        list={list}
        action={isAdmin && <Button onClick={inviting.open}>Invite staff</Button>}
        empty={{ title: 'No users yet', words: 'People appear here when they sign up.' }}
        searchHint="Name, email or phone"
        total={data.total}
      >
        <Table
          caption="Users"
          columns={columns(setEdited)}
          rows={data.users}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {isAdmin && <OpenInvitations />}
      {inviting.isOpen && isAdmin && <InviteStaff onClose={inviting.close} />}
      {giving.isOpen && isAdmin && <GiftDialog onClose={giving.close} />}
      {edited && <EditUser key={edited._id} user={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const columns = (onEdit: (user: User) => void): Column<User>[] => [
  {
    title: 'Name',
    cell: ({ _id, fullName }) => (
      <Link data-row to={paths.adminUser(_id)} className={`-my-2.5 ${lineLink}`}>
        {fullName}
      </Link>
    ),
  },
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
    cell: ({ role, isGuest }) => (
      <Badge tone={role === 'user' ? 'plain' : 'glass'}>{isGuest ? 'guest' : role}</Badge>
    ),
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
