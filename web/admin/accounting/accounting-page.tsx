import { startTransition } from 'react'
import { useSearchParams } from 'react-router'
import { titled } from '#web/features/shop-facts/head.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Months } from './months.tsx'
import { EditTaxRules } from './tax-rules.tsx'

export const meta = titled('Accounting')

const TABS = [
  { value: 'months', label: 'Months', content: <Months /> },
  { value: 'rules', label: 'Tax rules', content: <EditTaxRules /> },
]
const FIRST = 'months'

export default function AccountingPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const chosen = TABS.find(({ value }) => value === asked)?.value ?? FIRST

  /** Drops the chosen month, which means nothing in another tab. */
  function choose(tab: string): void {
    startTransition(() => setParams(tab === FIRST ? {} : { tab }, { preventScrollReset: true }))
  }

  return (
    <>
      <h1 className="text-3xl">Accounting</h1>
      <Tabs label="Accounting" tabs={TABS} kept={{ chosen, onChoose: choose }} />
    </>
  )
}
