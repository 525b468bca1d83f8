import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteBanner, listBannersAsAdmin, type Banner } from '#contract/catalogue/banners.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#web/ui/text/format.ts'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { BannerDialog } from './banner-dialog.tsx'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { useAddressDialog } from '#web/admin/list/use-address-dialog.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Banners')

export default function BannersPage() {
  const list = useListState()
  const { page, search } = list
  const { data } = useSuspenseQuery(
    query(listBannersAsAdmin, { page, limit: PAGE_SIZE, search, sort: '-createdAt' }),
  )
  const adding = useAddressDialog('add')
  const [edited, setEdited] = useState<Banner | null>(null)
  const [deleted, setDeleted] = useState<Banner | null>(null)
  return (
    <>
      <ListFrame
        title="Banners"
        list={list}
        empty={{
          title: 'No banners yet',
          words: 'Banners rotate on the front page and lead to a game or an offer.',
        }}
        total={data.total}
        action={
          <Button look="primary" onClick={adding.open}>
            <PlusIcon /> Add Banner
          </Button>
        }
      >
        <Table
          caption="Banners"
          columns={columns({ onEdit: setEdited, onDelete: setDeleted })}
          rows={data.banners}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {adding.isOpen && <BannerDialog banner={null} onClose={adding.close} />}
      {edited && <BannerDialog banner={edited} onClose={() => setEdited(null)} />}
      {deleted && (
        <ConfirmDelete
          endpoint={deleteBanner}
          id={deleted._id}
          question="Are you sure you want to delete this banner? This action cannot be undone."
          refetch={[listBannersAsAdmin]}
          onClose={() => setDeleted(null)}
        >
          <span className="grid gap-2">
            <BannerPicture banner={deleted} />
            {deleted.bannerTitle}
          </span>
        </ConfirmDelete>
      )}
    </>
  )
}

const BannerPicture = ({ banner }: { banner: Banner }) => (
  <span className="relative block aspect-16/7 w-28 shrink-0 overflow-hidden rounded-sm">
    <ShopPicture
      of={banner.picture}
      widthMax={320}
      sizes="7rem"
      className="absolute inset-0 size-full object-cover"
    />
  </span>
)

type Given = { onEdit: (banner: Banner) => void; onDelete: (banner: Banner) => void }

const columns = ({ onEdit, onDelete }: Given): Column<Banner>[] => [
  { title: 'Image', cell: (banner) => <BannerPicture banner={banner} /> },
  {
    title: 'Title',
    cell: ({ bannerTitle, bannerLink }) => (
      <span>
        <span className="block font-medium wrap-anywhere">{bannerTitle}</span>
        <span className="text-soft wrap-anywhere">{bannerLink}</span>
      </span>
    ),
  },
  {
    title: 'Date',
    cell: ({ bannerDate }) => <span className="whitespace-nowrap">{formatDay(bannerDate)}</span>,
  },
  {
    title: 'Showing',
    cell: ({ isShow }) => <Badge tone={isShow ? 'good' : 'plain'}>{isShow ? 'Yes' : 'No'}</Badge>,
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (banner) => (
      <RowActions
        name={banner.bannerTitle}
        onEdit={() => onEdit(banner)}
        onDelete={() => onDelete(banner)}
      />
    ),
  },
]
