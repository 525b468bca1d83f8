import { startTransition } from 'react'
import { useSearchParams } from 'react-router'
import { titled } from '#web/features/shop-facts/head.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Alerts } from '#web/admin/alerts/alerts.tsx'
import { SupplierAccounts } from './supplier-accounts.tsx'
import { Prices } from '#web/admin/catalogue/prices/prices.tsx'

export const meta = titled('Suppliers')

const TABS = [
  { value: 'sources', label: 'Accounts', content: <SupplierAccounts /> },
  { value: 'prices', label: 'Prices', content: <Prices /> },
]
const FIRST = 'sources'

export default function SuppliersPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const chosen = TABS.find(({ value }) => value === asked)?.value ?? FIRST

  /** Drops the search and filters, which mean nothing in another tab. */
  function choose(tab: string): void {
    startTransition(() => setParams(tab === FIRST ? {} : { tab }, { preventScrollReset: true }))
  }

  return (
    <>
      <h1 className="text-3xl">Suppliers</h1>
      <Alerts />
      <Tabs label="Suppliers" tabs={TABS} kept={{ chosen, onChoose: choose }} />
    </>
  )
}
