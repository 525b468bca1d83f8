import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatExactly } from '#contract/core/money.ts'
import { getUserTotals } from '#contract/backoffice/user-detail.ts'
import { query } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { StatusBadge } from '#web/features/order/order-status.tsx'
import { lineLink } from '#web/ui/text-link.ts'

const rupees = (paise: number) => <span className="money">{formatExactly(paise, 'INR')}</span>

/** Totals of a person's purchases. */
export function UserTotals({ id }: { id: string }) {
  const { data } = useSuspenseQuery(query(getUserTotals, { id }))
  const { orders, spent, refunded, month, coupons } = data
  return (
    <Card title="Buying">
      <Facts>
        <Fact name="Orders" isWide>
          {orders.length === 0 ? (
            'None'
          ) : (
            <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
              {orders.map(({ status, count }) => (
                <li key={status} className="flex items-center gap-2 tabular-nums">
                  {count.toLocaleString('en-IN')} <StatusBadge status={status} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Spent">{rupees(spent)}</Fact>
        <Fact name="Given back">{rupees(refunded)}</Fact>
        <Fact name="Spent this month">{rupees(month.spend)}</Fact>
        <Fact name="Place this month">
          {month.rank ?? (month.spend > 0 ? 'After the first 1,000' : 'None')}
        </Fact>
        <Fact name="Coupons used" isWide>
          {coupons.length === 0 ? (
            'None'
          ) : (
            <ul className="flex flex-wrap gap-x-5 gap-y-1">
              {coupons.map(({ _id, couponCode, uses }) => (
                <li key={_id}>
                  <Link to={paths.adminCouponsBy(couponCode)} className={`-my-2.5 ${lineLink}`}>
                    {couponCode}
                  </Link>
                  {uses > 1 && <span className="font-normal text-soft"> {uses} times</span>}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </Facts>
    </Card>
  )
}
