import { nameMethod } from '#contract/orders/order-status.ts'
import { Link } from 'react-router'
import { formatExactly } from '#contract/core/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { StatusBadge } from '#web/features/order/order-status.tsx'
import { Table, type Column, type Selection } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { NO_KEYS } from '#web/ui/hooks/use-new-keys.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { HELD, PAYMENTS } from './order-words.ts'

type Props = { orders: Order[]; newKeys?: ReadonlySet<string>; select?: Selection<Order> }

export const OrdersTable = ({ orders, newKeys = NO_KEYS, select }: Props) => (
  <Table
    caption="Orders"
    columns={orderColumns}
    rows={orders}
    keyOf={({ _id }) => _id}
    newKeys={newKeys}
    select={select}
  />
)

export const orderColumns: Column<Order>[] = [
  {
    title: 'Order',
    cell: ({ _id, invoiceId, createdAt }) => (
      <>
        <Link data-row to={paths.adminOrder(_id)} className={`${textLink} whitespace-nowrap`}>
          {invoiceId}
        </Link>
        <span className="block text-sm font-normal whitespace-nowrap text-soft">
          {formatDate(createdAt)}
        </span>
      </>
    ),
  },
  {
    title: 'Customer',
    cell: ({ userId: { _id, fullName, email } }) => (
      <span>
        <OfficeLink to={paths.adminUser(_id)} className={textLink}>
          {fullName}
        </OfficeLink>
        <span className="block text-soft wrap-anywhere">{email}</span>
      </span>
    ),
  },
  {
    title: 'Pack',
    cell: ({ itemId, gameId }) => (
      <span>
        <span className="block font-medium">{itemId.itemName}</span>
        <span className="text-soft">{gameId.gameName}</span>
      </span>
    ),
  },
  {
    title: 'Player',
    cell: ({ gameDetailId: { playerId, zoneId, userName } }) => (
      <span>
        <span className="block tabular-nums wrap-anywhere">
          {playerId}
          {zoneId && ` (${zoneId})`}
        </span>
        <span className="text-soft wrap-anywhere">{userName}</span>
      </span>
    ),
  },
  {
    title: 'Amount',
    isFigure: true,
    cell: ({ amount, currency, couponId }) => (
      <span className="inline-grid">
        {formatExactly(amount, currency)}
        {couponId && <span className="font-sans text-soft">with {couponId.couponCode}</span>}
      </span>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, heldFor, paymentStatus, ...order }) => (
      <span className="inline-grid justify-items-start gap-1">
        <StatusBadge status={status} />
        <span className="text-soft">
          {heldFor ? HELD[heldFor] : `${nameMethod(order)}, ${PAYMENTS[paymentStatus]}`}
        </span>
      </span>
    ),
  },
]
