import type { listGameNames } from '#contract/catalogue/catalog.ts'
import type { Coupon } from '#contract/catalogue/coupons.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { formatMoney } from '#contract/core/money.ts'
import { dayOf } from '#contract/core/period.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDay } from '#web/ui/text/format.ts'
import type { Column } from '#web/ui/table/table.tsx'
import { ROLE_NAMES } from './coupon-words.ts'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { isOver } from '#web/admin/marketing/today.ts'

type Given = {
  games: Output<typeof listGameNames>
  onEdit: (coupon: Coupon) => void
  onDelete: (coupon: Coupon) => void
}

export const couponColumns = ({ games, onEdit, onDelete }: Given): Column<Coupon>[] => [
  {
    title: 'Code',
    cell: ({ couponCode }) => (
      <span className="inline-block min-w-28 font-medium wrap-anywhere">{couponCode}</span>
    ),
  },
  { title: 'Discount', isFigure: true, cell: ({ discount }) => formatMoney(discount, 'INR') },
  { title: 'Min Price', isFigure: true, cell: ({ minPrice }) => formatMoney(minPrice, 'INR') },
  { title: 'Expiry Date', cell: (coupon) => <Expiry coupon={coupon} /> },
  {
    title: 'Status',
    cell: ({ status }) => (
      <Badge tone={status ? 'good' : 'plain'}>{status ? 'Active' : 'Inactive'}</Badge>
    ),
  },
  {
    title: 'Usage',
    isFigure: true,
    cell: ({ numberOfUsage, maxNumberOfUsage }) =>
      `${numberOfUsage}/${maxNumberOfUsage > 0 ? maxNumberOfUsage : '∞'}`,
  },
  {
    title: 'Whitelisted',
    isFigure: true,
    cell: ({ noOfWhiteListedUsers }) => noOfWhiteListedUsers,
  },
  { title: 'Allowed Products', cell: (coupon) => <Allowed coupon={coupon} games={games} /> },
  { title: 'Limits', cell: (coupon) => <Limits coupon={coupon} /> },
  {
    title: 'Actions',
    isAction: true,
    cell: (coupon) => (
      <RowActions
        name={coupon.couponCode}
        onEdit={() => onEdit(coupon)}
        onDelete={() => onDelete(coupon)}
      />
    ),
  },
]

function Expiry({ coupon: { expiresOn } }: { coupon: Coupon }) {
  if (!expiresOn) return <span className="text-soft">Never</span>
  return (
    <span className="whitespace-nowrap">
      {formatDay(dayOf(new Date(expiresOn)))}
      {isOver(expiresOn) && <span className="block text-bad">Ended</span>}
    </span>
  )
}

function Limits({ coupon }: { coupon: Coupon }) {
  const { maxNumberOfUsagePerUser: each, isFirstOrderOnly, allowedRoles, minMargin } = coupon
  const lines = [
    allowedRoles.map((role) => ROLE_NAMES[role]).join(', '),
    isFirstOrderOnly && 'first order only',
    each > 0 && `${each} per customer`,
    minMargin !== null && `margin from ${minMargin / 100} %`,
  ].filter((line) => line !== false)
  return lines.map((line) => (
    <span key={line} className="block whitespace-nowrap first-letter:uppercase">
      {line}
    </span>
  ))
}

const NAMES_MAX = 2

function Allowed({
  coupon: { isGlobal, allowedGameId },
  games,
}: { coupon: Coupon } & Pick<Given, 'games'>) {
  if (isGlobal || allowedGameId.length === 0) return 'All'
  const names = games
    .filter(({ _id }) => allowedGameId.includes(_id))
    .map(({ gameName }) => gameName)
  const shown = names.slice(0, NAMES_MAX)
  const rest = allowedGameId.length - shown.length
  return (
    <span title={names.join(', ')}>
      {shown.join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </span>
  )
}
