import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteGotoLink, listGotoLinks, type GotoLink } from '#contract/catalogue/goto-links.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { GotoLinkDialog } from './goto-link-dialog.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { useAddressDialog } from '#web/admin/list/use-address-dialog.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('GotoLink')

export default function GotoLinksPage() {
  const list = useListState()
  const { data } = useSuspenseQuery(query(listGotoLinks, {}))
  const found = data.filter((link) => isFound(link, list.search))
  const adding = useAddressDialog('add')
  const [edited, setEdited] = useState<GotoLink | null>(null)
  const [deleted, setDeleted] = useState<GotoLink | null>(null)
  return (
    <>
      <ListFrame
        title="GotoLink"
        list={list}
        empty={{
          title: 'No links yet',
          words:
            'A link is a short address in the shop that leads anywhere, such as to a campaign.',
        }}
        total={found.length}
        action={
          <Button look="primary" onClick={adding.open}>
            <PlusIcon /> Add Link
          </Button>
        }
      >
        <Table
          caption="Links"
          columns={columns({ onEdit: setEdited, onDelete: setDeleted })}
          rows={found.slice((list.page - 1) * PAGE_SIZE, list.page * PAGE_SIZE)}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {adding.isOpen && <GotoLinkDialog link={null} onClose={adding.close} />}
      {edited && <GotoLinkDialog link={edited} onClose={() => setEdited(null)} />}
      {deleted && (
        <ConfirmDelete
          endpoint={deleteGotoLink}
          id={deleted._id}
          question="Are you sure you want to delete this link?"
          refetch={[listGotoLinks]}
          onClose={() => setDeleted(null)}
        >
          <strong className="text-ink">/go/{deleted.slug}</strong> will stop working.
        </ConfirmDelete>
      )}
    </>
  )
}

/** All links are loaded, because there are few of them. */
const isFound = ({ slug, url }: GotoLink, words: string): boolean =>
  `/go/${slug} ${url}`.toLowerCase().includes(words.trim().toLowerCase())

type Given = { onEdit: (link: GotoLink) => void; onDelete: (link: GotoLink) => void }

const columns = ({ onEdit, onDelete }: Given): Column<GotoLink>[] => [
  {
    title: 'Link',
    cell: ({ slug }) => (
      <CopyButton text={`${location.origin}/go/${slug}`} label="Copy this link" />
    ),
  },
  {
    title: 'Leads to',
    cell: ({ url }) => <span className="wrap-anywhere">{url}</span>,
  },
  { title: 'Clicks', isFigure: true, cell: ({ clicks }) => clicks.toLocaleString('en-IN') },
  {
    title: 'Added',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (link) => (
      <RowActions
        name={`/go/${link.slug}`}
        onEdit={() => onEdit(link)}
        onDelete={() => onDelete(link)}
      />
    ),
  },
]
