import { titled } from '#web/features/shop-facts/head.ts'
import { useKeptTab } from '#web/features/kept-tab/use-kept-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Months } from './months.tsx'
import { EditTaxRules } from './tax-rules.tsx'

export const meta = titled('Accounting')

const TABS = [
  { value: 'months', label: 'Months', content: <Months /> },
  { value: 'rules', label: 'Tax rules', content: <EditTaxRules /> },
]

export default function AccountingPage() {
  const kept = useKeptTab(TABS)
  return (
    <>
      <h1 className="text-3xl">Accounting</h1>
      <Tabs label="Accounting" tabs={TABS} kept={kept} />
    </>
  )
}
