import { formatMovement } from '#contract/core/money.ts'
import type { OwnedTransaction, Transaction, TransferKind } from '#contract/money/wallet.ts'
import { paths } from '#web/paths.ts'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { NO_KEYS } from '#web/ui/hooks/use-new-keys.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'

type Props = { transactions: OwnedTransaction[]; newKeys?: ReadonlySet<string> }

export const TransactionsTable = ({ transactions, newKeys = NO_KEYS }: Props) => (
  <Table
    caption="Transactions"
    columns={transactionColumns}
    rows={transactions}
    keyOf={({ _id }) => _id}
    newKeys={newKeys}
  />
)

/** Coupons and costs never touch a wallet. */
const KINDS: Record<TransferKind, string> = {
  'top-up': 'Money added',
  order: 'Order payment',
  refund: 'Refund',
  gift: 'Gift',
  prize: 'Leaderboard prize',
  conversion: 'Exchange',
  adjustment: 'Adjustment',
  claim: 'Guest’s money claimed',
  dispute: 'Lost dispute',
  coupon: 'Coupon',
  cost: 'Cost',
  payout: 'Sent back to the bank',
}

/** A payout that came in has failed; a prize that went out was reclaimed. */
function nameOf(kind: TransferKind, price: number): string {
  if (kind === 'payout' && price > 0) return 'Came back from the bank'
  if (kind === 'prize' && price < 0) return 'Leaderboard prize reclaimed'
  return KINDS[kind]
}

const STATES: Record<Transaction['status'], { label: string; tone: Tone }> = {
  success: { label: 'Success', tone: 'good' },
  completed: { label: 'Completed', tone: 'good' },
  pending: { label: 'Pending', tone: 'pending' },
  failed: { label: 'Failed', tone: 'failed' },
}

export const transactionColumns: Column<OwnedTransaction>[] = [
  {
    title: 'Transaction',
    cell: ({ UTR, createdAt }) => (
      <>
        <span className="block font-medium tabular-nums wrap-anywhere">{UTR}</span>
        <span className="text-sm font-normal whitespace-nowrap text-soft">
          {formatDate(createdAt)}
        </span>
      </>
    ),
  },
  {
    title: 'Customer',
    cell: ({ userId, fullName, email }) => (
      <span>
        <OfficeLink to={paths.adminUser(userId)} className={textLink}>
          {fullName}
        </OfficeLink>
        <span className="block text-soft wrap-anywhere">{email}</span>
      </span>
    ),
  },
  {
    title: 'For',
    cell: ({ kind, price, orderId, reason }) => (
      <span>
        <span className="block">{nameOf(kind, price)}</span>
        {reason && <span className="block text-soft wrap-anywhere">{reason}</span>}
        {orderId && (
          <OfficeLink to={paths.adminOrder(orderId)} className={textLink}>
            See the order
          </OfficeLink>
        )}
      </span>
    ),
  },
  {
    title: 'Price',
    isFigure: true,
    cell: ({ price, currency }) => (
      <span className={price > 0 ? 'text-good' : ''}>{formatMovement(price, currency)}</span>
    ),
  },
  {
    title: 'Status',
    cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>,
  },
]
