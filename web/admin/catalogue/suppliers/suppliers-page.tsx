import { titled } from '#web/features/shop-facts/head.ts'
import { useKeptTab } from '#web/features/kept-tab/use-kept-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Alerts } from '#web/admin/alerts/alerts.tsx'
import { SupplierAccounts } from './supplier-accounts.tsx'
import { Prices } from '#web/admin/catalogue/prices/prices.tsx'

export const meta = titled('Suppliers')

const TABS = [
  { value: 'sources', label: 'Accounts', content: <SupplierAccounts /> },
  { value: 'prices', label: 'Prices', content: <Prices /> },
]

export default function SuppliersPage() {
  const kept = useKeptTab(TABS)
  return (
    <>
      <h1 className="text-3xl">Suppliers</h1>
      <Alerts />
      <Tabs label="Suppliers" tabs={TABS} kept={kept} />
    </>
  )
}
