import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deletePicture,
  listAllGallery,
  listGallery,
  type Picture,
} from '#contract/catalogue/gallery.ts'
import { query } from '#web/api/call.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export function GalleryImages() {
  const list = useListState({ prefix: 'image-' })
  const { page, search } = list
  const { data } = useSuspenseQuery(
    query(listGallery, { page, limit: PAGE_SIZE, search, sort: '-createdAt' }),
  )
  const [edited, setEdited] = useState<Picture | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Picture | null>(null)
  const close = () => setEdited(null)
  return (
    <section aria-label="All Images" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListFrame
        title="All Images"
        isPart
        list={list}
        empty={{
          title: 'No images yet',
          words: 'Add images for your games and packs.',
        }}
        total={data.total}
        action={
          <Button onClick={() => setEdited('new')}>
            <PlusIcon /> Add Image
          </Button>
        }
      >
        <Table
          caption="Images"
          columns={columns({ onEdit: setEdited, onDelete: setDeleted })}
          rows={data.gallery}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {edited && <ImageDialog picture={edited === 'new' ? null : edited} onClose={close} />}
      {deleted && (
        <ConfirmDelete
          endpoint={deletePicture}
          id={deleted._id}
          question="Are you sure you want to delete this Image?"
          refetch={[listGallery, listAllGallery]}
          onClose={() => setDeleted(null)}
        >
          <span className="flex items-center gap-4">
            <Thumbnail picture={deleted} />
            {deleted.imageName}
          </span>
        </ConfirmDelete>
      )}
    </section>
  )
}

const Thumbnail = ({ picture }: { picture: Picture }) => (
  <span className="relative block size-14 shrink-0 overflow-hidden rounded-sm">
    <ShopPicture
      of={picture}
      widthMax={160}
      sizes="56px"
      className="absolute inset-0 size-full object-cover"
    />
  </span>
)

type Given = { onEdit: (picture: Picture) => void; onDelete: (picture: Picture) => void }

const columns = ({ onEdit, onDelete }: Given): Column<Picture>[] => [
  {
    title: 'Image Name',
    cell: (picture) => (
      <span className="flex items-center gap-4">
        <Thumbnail picture={picture} />
        <span className="grid">
          <span className="font-medium wrap-anywhere">{picture.imageName}</span>
          <span className="text-sm text-soft tabular-nums">
            {picture.width} × {picture.height}
          </span>
        </span>
      </span>
    ),
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (picture) => (
      <RowActions
        name={picture.imageName}
        onEdit={() => onEdit(picture)}
        onDelete={() => onDelete(picture)}
      />
    ),
  },
]
