import { useSuspenseQuery } from '@tanstack/react-query'
import { startTransition, type ReactNode } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { listAudit } from '#contract/backoffice/audit.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { listAllOrders } from '#contract/orders/orders.ts'
import { mayCall } from '#contract/accounts/rights.ts'
import { listUserSessions } from '#contract/accounts/sessions.ts'
import { listAllIssues } from '#contract/backoffice/support.ts'
import {
  getUserOverview,
  listUserPlayers,
  type UserOverview,
} from '#contract/backoffice/user-detail.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listAllTransactions } from '#contract/money/wallet.ts'
import { ApiError, query, queryOrRefusal } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DisputeMarks } from '#web/admin/tables/dispute-marks.tsx'
import { UserActions } from './user-actions.tsx'
import { UserChanges } from './user-changes.tsx'
import { UserFacts, UserHeading } from './user-facts.tsx'
import { UserIssues } from './user-issues.tsx'
import { UserOrders } from './user-orders.tsx'
import { UserPlayers } from './user-players.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserTotals } from './user-totals.tsx'
import { UserWallet } from './user-wallet.tsx'

export const meta = titled('User')

/** Everything the shop knows about one person. */
export default function UserPage() {
  const id = useParams()['id']!
  const { data: user } = useSuspenseQuery(queryOrRefusal(getUserOverview, { id }))
  return (
    <>
      <Link
        to={paths.adminUsers}
        className="-my-3 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
      >
        <ChevronLeftIcon className="size-4" /> All users
      </Link>
      {user instanceof ApiError ? (
        <>
          <h1 className="text-3xl">User</h1>
          <EmptyState title={user.message}>The link may be incomplete.</EmptyState>
        </>
      ) : (
        <KnownUser key={id} user={user} />
      )}
    </>
  )
}

const KnownUser = ({ user }: { user: UserOverview }) => (
  <>
    <UserHeading user={user} />
    <DisputeMarks of={{ userId: user._id }} />
    {user.deletedAt === null && <UserActions user={user} />}
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <UserFacts user={user} />
      <UserTotals id={user._id} />
    </div>
    <Parts user={user} />
  </>
)

type Part = {
  value: string
  label: string
  of: Endpoint
  content: (user: UserOverview) => ReactNode
}

/** Tabs of the page. Each names the call that its viewer must be allowed to make. */
const PARTS: Part[] = [
  {
    value: 'orders',
    label: 'Orders',
    of: listAllOrders,
    content: (user) => <UserOrders user={user} />,
  },
  {
    value: 'wallet',
    label: 'Wallet',
    of: listAllTransactions,
    content: (user) => <UserWallet user={user} />,
  },
  {
    value: 'players',
    label: 'Players',
    of: listUserPlayers,
    content: (user) => <UserPlayers user={user} />,
  },
  {
    value: 'issues',
    label: 'Issues',
    of: listAllIssues,
    content: (user) => <UserIssues user={user} />,
  },
  {
    value: 'sessions',
    label: 'Sessions',
    of: listUserSessions,
    content: (user) => <UserSessions user={user} />,
  },
  {
    value: 'changes',
    label: 'Changes',
    of: listAudit,
    content: (user) => <UserChanges user={user} />,
  },
]

function Parts({ user }: { user: UserOverview }) {
  const { data: me } = useSuspenseQuery(query(getUser, {}))
  const [params, setParams] = useSearchParams()
  const parts = PARTS.filter(({ of }) => mayCall(of, me))
  const asked = params.get('tab')
  const first = parts[0]!.value
  const chosen = parts.find(({ value }) => value === asked)?.value ?? first

  /** Drops the page and filters, which mean nothing in another tab. */
  function choose(tab: string): void {
    startTransition(() => setParams(tab === first ? {} : { tab }, { preventScrollReset: true }))
  }

  return (
    <Tabs
      label={`About ${user.fullName}`}
      tabs={parts.map(({ value, label, content }) => ({ value, label, content: content(user) }))}
      kept={{ chosen, onChoose: choose }}
    />
  )
}
