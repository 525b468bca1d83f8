import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteTag, listAllTags, listTags, type Tag as TagOf } from '#contract/catalogue/tags.ts'
import { query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Ground } from '#web/ui/picture.tsx'
import { readableOn } from '#web/ui/text/readable.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Tag } from '#web/ui/status/tag.tsx'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export function GalleryTags() {
  const list = useListState({ prefix: 'tag-' })
  const { page, search } = list
  const { data } = useSuspenseQuery(
    query(listTags, { page, limit: PAGE_SIZE, search, sort: '-createdAt' }),
  )
  const [edited, setEdited] = useState<TagOf | 'new' | null>(null)
  const [deleted, setDeleted] = useState<TagOf | null>(null)
  const close = () => setEdited(null)
  return (
    <section aria-label="All Tags" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListFrame
        title="All Tags"
        isPart
        list={list}
        empty={{
          title: 'No tags yet',
          words: 'A tag is a short label on a game or pack, such as “New”.',
        }}
        total={data.total}
        action={
          <Button onClick={() => setEdited('new')}>
            <PlusIcon /> Add Tag
          </Button>
        }
      >
        <Table
          caption="Tags"
          columns={columns({ onEdit: setEdited, onDelete: setDeleted })}
          rows={data.tags}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {edited && <TagDialog tag={edited === 'new' ? null : edited} onClose={close} />}
      {deleted && (
        <ConfirmDelete
          endpoint={deleteTag}
          id={deleted._id}
          question="Are you sure you want to delete this Tag?"
          refetch={[listTags, listAllTags]}
          onClose={() => setDeleted(null)}
        >
          <ShownTag tag={deleted} />
        </ConfirmDelete>
      )}
    </section>
  )
}

/** Renders the tag as customers see it. */
const ShownTag = ({ tag: { tagName, tagColor, tagBackground } }: { tag: TagOf }) => (
  <Tag name={tagName} color={readableOn(tagBackground, tagColor)} background={tagBackground} />
)

const Swatch = ({ colour }: { colour: string }) => (
  <span className="inline-flex items-center gap-2 font-mono text-xs">
    <Ground color={colour} className="size-4 rounded-sm border border-edge" />
    {colour}
  </span>
)

type Given = { onEdit: (tag: TagOf) => void; onDelete: (tag: TagOf) => void }

const columns = ({ onEdit, onDelete }: Given): Column<TagOf>[] => [
  {
    title: 'Tag Name',
    cell: ({ tagName }) => <span className="font-medium wrap-anywhere">{tagName}</span>,
  },
  { title: 'Tag Color', cell: ({ tagColor }) => <Swatch colour={tagColor} /> },
  { title: 'Tag Background', cell: ({ tagBackground }) => <Swatch colour={tagBackground} /> },
  { title: 'Preview', cell: (tag) => <ShownTag tag={tag} /> },
  {
    title: 'Actions',
    isAction: true,
    cell: (tag) => (
      <RowActions name={tag.tagName} onEdit={() => onEdit(tag)} onDelete={() => onDelete(tag)} />
    ),
  },
]
