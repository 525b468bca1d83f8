import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listUsers } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Alerts } from '#web/admin/alerts/alerts.tsx'
import { Insights } from './insights.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { WebsiteSwitch } from './website-switch.tsx'

export const meta = titled('Back office')

export default function AdminHomePage() {
  const [isAdmin, seesCustomers] = [useRight(), useRight('customers')]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Dashboard</h1>
        {isAdmin && <WebsiteSwitch />}
      </div>
      <Alerts />
      <Insights />
      {seesCustomers && <NewestAccounts />}
    </>
  )
}

const newest = {
  page: 1,
  limit: 5,
  search: '',
  searchIndex: 'email',
  sort: '-createdAt',
} as const

function NewestAccounts() {
  const { data } = useSuspenseQuery(query(listUsers, newest))
  return (
    <Card title="Newest accounts" className="max-w-text">
      <ul className="grid gap-3">
        {data.users.map(({ _id, fullName, email }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
            <span className="font-medium">{fullName}</span>
            <span className="text-soft">{email}</span>
          </li>
        ))}
      </ul>
      <Link to={paths.adminUsers} className={`mt-5 ${buttonLook('plain', 'sm')}`}>
        {data.total === 1 ? 'Open the list' : `All ${data.total} accounts`}
      </Link>
    </Card>
  )
}
