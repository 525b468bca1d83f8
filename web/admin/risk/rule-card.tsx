import {
  listRiskRules,
  previewRiskRule,
  switchRiskRule,
  type RiskPreview,
  type RiskRule,
} from '#contract/orders/risk.ts'
import { formatExactly } from '#contract/core/money.ts'
import { ruleInWords } from '#contract/orders/risk-rules.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { textLink } from '#web/ui/text-link.ts'

type Props = { rule: RiskRule; onEdit: () => void; onDelete: () => void }

export function RuleCard({ rule, onEdit, onDelete }: Props) {
  const { _id: id, name, isLive, preview } = rule
  const refetch = { refetch: [listRiskRules] }
  const look = useSend(previewRiskRule, refetch)
  const turn = useSend(switchRiskRule, refetch)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-xl wrap-anywhere">{name}</h2>
        <Badge tone={isLive ? 'good' : 'glass'}>{isLive ? 'Live' : 'Off'}</Badge>
      </div>
      <p>{ruleInWords(rule)}</p>
      {preview ? (
        <PreviewWords preview={preview} />
      ) : (
        <p className="text-soft">
          Preview it to see which orders of the last 30 days it would have caught.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look={preview ? 'plain' : 'primary'}
          isBusy={look.isPending}
          busyLabel="Looking..."
          onClick={() => look.mutate({ id })}
        >
          {preview ? 'Preview again' : 'Preview'}
        </Button>
        {preview && (
          <Button
            look={isLive ? 'plain' : 'primary'}
            isBusy={turn.isPending}
            onClick={() => turn.mutate({ id, isLive: !isLive })}
          >
            {isLive ? 'Switch off' : 'Switch on'}
          </Button>
        )}
        <RowActions name={name} onEdit={onEdit} onDelete={onDelete} />
      </div>
    </Card>
  )
}

const count = (number: number) => number.toLocaleString('en-IN')

function PreviewWords({ preview }: { preview: RiskPreview }) {
  const { orders, caught, amount, refunded, disputed, examples, since, at } = preview
  return (
    <div className="grid gap-1 text-soft">
      <p>
        It would have caught{' '}
        <strong className="text-ink">
          {caught === 0 ? 'none' : count(caught)} of {count(orders)} orders
        </strong>{' '}
        since {formatDate(since)}
        {caught > 0 && (
          <>
            , worth {formatExactly(amount, 'INR')}. Of these, {count(refunded)} were refunded and{' '}
            {count(disputed)} disputed
          </>
        )}
        .
      </p>
      {examples.length > 0 && (
        <p>
          The latest:{' '}
          {examples.slice(0, 3).map(({ orderId, invoiceId }, index) => (
            <span key={orderId}>
              {index > 0 && ', '}
              <OfficeLink to={paths.adminOrder(orderId)} className={textLink}>
                {invoiceId}
              </OfficeLink>
            </span>
          ))}
        </p>
      )}
      <p className="text-sm">Previewed {formatDate(at)}.</p>
    </div>
  )
}
