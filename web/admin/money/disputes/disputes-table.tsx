import { Link } from 'react-router'
import type { Dispute } from '#contract/money/disputes.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { DISPUTE_STAGES, DISPUTE_STATES, disputedAmount } from '#web/admin/tables/dispute-words.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'

export const DisputesTable = ({ disputes }: { disputes: Dispute[] }) => (
  <Table caption="Disputes" columns={COLUMNS} rows={disputes} keyOf={({ _id }) => _id} />
)

const COLUMNS: Column<Dispute>[] = [
  {
    title: 'Customer',
    cell: ({ payment, openedAt }) => (
      <>
        {payment ? (
          <OfficeLink to={paths.adminUser(payment.userId)} className={textLink}>
            {payment.fullName}
          </OfficeLink>
        ) : (
          'Unknown payment'
        )}
        <span className="block text-sm whitespace-nowrap text-soft">{formatDate(openedAt)}</span>
      </>
    ),
  },
  {
    title: 'Reason',
    cell: ({ gateway, reason, stage }) => (
      <span className="wrap-anywhere">
        <span className="block">{reason || 'No reason told'}</span>
        <span className="block text-soft">
          <GatewayTitle name={gateway} />, {DISPUTE_STAGES[stage].toLowerCase()}
        </span>
      </span>
    ),
  },
  { title: 'Amount', isFigure: true, cell: disputedAmount },
  {
    title: 'Answer by',
    cell: ({ respondBy, endedAt }) => (
      <span className="whitespace-nowrap">
        {respondBy && !endedAt ? formatDate(respondBy) : '–'}
      </span>
    ),
  },
  {
    title: 'State',
    cell: ({ _id, state, gatewayDisputeId }) => (
      <span className="grid justify-items-start gap-2">
        <Badge tone={DISPUTE_STATES[state].tone}>{DISPUTE_STATES[state].label}</Badge>
        <Link
          to={paths.adminDispute(_id)}
          aria-label={`Details of dispute ${gatewayDisputeId}`}
          className={buttonLook('plain', 'sm')}
        >
          Details
        </Link>
      </span>
    ),
  },
]
