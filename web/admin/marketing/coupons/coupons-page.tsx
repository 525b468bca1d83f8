import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import {
  deleteCoupon,
  findCoupon,
  listCoupons,
  type Coupon,
  type CouponWithUsers,
} from '#contract/catalogue/coupons.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { couponColumns } from './coupon-columns.tsx'
import { CouponDialog } from './coupon-dialog.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useAddressDialog } from '#web/admin/list/use-address-dialog.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Coupons')

export default function CouponsPage() {
  const list = useListState()
  const { page, search } = list
  const { data } = useSuspenseQuery(
    query(listCoupons, { page, limit: PAGE_SIZE, search, sort: '-createdAt' }),
  )
  const { data: games } = useSuspenseQuery(query(listGameNames, {}))
  const adding = useAddressDialog('add')
  const [edited, setEdited] = useState<CouponWithUsers | null>(null)
  const [deleted, setDeleted] = useState<Coupon | null>(null)
  // The list has no customer names. Opening a coupon loads it with the customers on its lists.
  const open = useSend(findCoupon, { onDone: setEdited })
  return (
    <>
      <ListFrame
        title="Coupons"
        list={list}
        empty={{
          title: 'No coupons yet',
          words: 'A coupon takes an amount off an order. Add one and share its code.',
        }}
        total={data.totalCoupons}
        action={
          <Button look="primary" onClick={adding.open}>
            <PlusIcon /> Add Coupon
          </Button>
        }
      >
        <Table
          caption="Coupons"
          columns={couponColumns({
            games,
            onEdit: ({ _id: id }) => open.mutate({ id }),
            onDelete: setDeleted,
          })}
          rows={data.coupons}
          keyOf={({ _id }) => _id}
        />
      </ListFrame>
      {adding.isOpen && <CouponDialog coupon={null} onClose={adding.close} />}
      {edited && <CouponDialog coupon={edited} onClose={() => setEdited(null)} />}
      {deleted && (
        <ConfirmDelete
          endpoint={deleteCoupon}
          id={deleted._id}
          question="Are you sure you want to delete this coupon?"
          refetch={[listCoupons]}
          onClose={() => setDeleted(null)}
        >
          <strong className="text-ink">{deleted.couponCode}</strong> can’t be used any more. Orders
          keep their discount.
        </ConfirmDelete>
      )}
    </>
  )
}
