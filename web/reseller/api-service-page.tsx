import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { useKeptTab } from '#web/features/kept-tab/use-kept-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { Activity } from './activity.tsx'
import { BulkOrders } from '#web/reseller/bulk/bulk-orders.tsx'
import { Keys } from './keys.tsx'
import { MainKey } from './main-key.tsx'
import { Products } from './products.tsx'
import { TestMode } from './test-mode.tsx'
import { Webhooks } from '#web/reseller/webhooks/webhooks.tsx'

export const meta = titled('API service')

export default function ApiServicePage() {
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  if (user.role !== 'reseller')
    return (
      <>
        <h1 className="sr-only">API service</h1>
        <EmptyState title="Access Denied">
          You do not have permission to access this service.
        </EmptyState>
      </>
    )
  return <Service />
}

const KeyTab = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
    <MainKey />
    <Keys />
  </div>
)

const TABS = [
  { value: 'key', label: 'Key', content: <KeyTab /> },
  { value: 'products', label: 'Products', content: <Products /> },
  { value: 'bulk', label: 'Bulk', content: <BulkOrders /> },
  { value: 'webhooks', label: 'Webhooks', content: <Webhooks /> },
  { value: 'activity', label: 'Activity', content: <Activity /> },
  { value: 'test', label: 'Test mode', content: <TestMode /> },
]

function Service() {
  const kept = useKeptTab(TABS)
  return (
    <>
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-3xl">API service</h1>
        <Link to={paths.apiDocs} className={lineLink}>
          API documentation
        </Link>
      </header>
      <Tabs label="API service" tabs={TABS} kept={kept} />
    </>
  )
}
