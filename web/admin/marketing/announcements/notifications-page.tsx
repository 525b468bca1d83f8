import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
  type FullAnnouncement,
} from '#contract/backoffice/announcements.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { MailingState } from './mailing-state.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { isOver } from '#web/admin/marketing/today.ts'
import { useAddressDialog } from '#web/admin/list/use-address-dialog.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Notification')

export default function NotificationsPage() {
  const list = useListState()
  const { page, search } = list
  const { data } = useSuspenseQuery(query(listAnnouncements, { page, limit: PAGE_SIZE, search }))
  const { data: current } = useSuspenseQuery(query(getAnnouncement, {}))
  const adding = useAddressDialog('add')
  const [deleted, setDeleted] = useState<FullAnnouncement | null>(null)
  return (
    <>
      <ListFrame
        title="Notification"
        list={list}
        empty={{
          title: 'No announcements yet',
          words: 'An announcement appears in the shop, and can go out by email.',
        }}
        total={data.total}
        action={
          <Button look="primary" onClick={adding.open}>
            Announce
          </Button>
        }
      >
        <Table
          caption="Announcements"
          columns={columns(current?._id ?? '', setDeleted)}
          rows={data.notifications}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {adding.isOpen && <AnnouncementDialog onClose={adding.close} />}
      {deleted && (
        <ConfirmDelete
          endpoint={deleteAnnouncement}
          id={deleted._id}
          question="Are you sure you want to delete this announcement?"
          refetch={[listAnnouncements, getAnnouncement]}
          onClose={() => setDeleted(null)}
        >
          <strong className="text-ink">{deleted.title}</strong> is gone from the shop at once, and
          no more emails of it go out.
        </ConfirmDelete>
      )}
    </>
  )
}

const columns = (
  currentId: string,
  onDelete: (announcement: FullAnnouncement) => void,
): Column<FullAnnouncement>[] => [
  {
    title: 'Announcement',
    cell: ({ title, message }) => (
      <span className="grid">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="text-soft wrap-anywhere">{message}</span>
      </span>
    ),
  },
  {
    title: 'Link',
    cell: ({ link }) => <span className="block min-w-28 wrap-anywhere">{link || 'None'}</span>,
  },
  {
    title: 'Published',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
  },
  {
    title: 'Ends',
    cell: ({ endsAt }) => (
      <span className="whitespace-nowrap">{endsAt ? formatDate(endsAt) : 'Never'}</span>
    ),
  },
  {
    title: 'In the shop',
    cell: (one) => <State announcement={one} isCurrent={one._id === currentId} />,
  },
  { title: 'Email', cell: (one) => <MailingState {...one} /> },
  {
    title: 'Actions',
    isAction: true,
    cell: (announcement) => (
      <RowActions name={announcement.title} onDelete={() => onDelete(announcement)} />
    ),
  },
]

type StateProps = { announcement: FullAnnouncement; isCurrent: boolean }

/** The newest announcement that has not ended is shown. Older ones wait behind it. */
function State({ announcement: { endsAt, isShown }, isCurrent }: StateProps) {
  if (!isShown) return <span className="text-soft">No</span>
  if (isCurrent) return <Badge tone="good">Shown</Badge>
  if (endsAt && isOver(endsAt)) return <Badge>Ended</Badge>
  return <Badge tone="pending">Replaced by a newer one</Badge>
}
