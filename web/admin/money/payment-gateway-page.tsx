import { startTransition } from 'react'
import { useSearchParams } from 'react-router'
import { titled } from '#web/features/shop-facts/head.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Differences } from '#web/admin/money/reconciliation/differences.tsx'
import { Gateways } from '#web/admin/money/gateways/gateways.tsx'
import { Payments } from './payments.tsx'
import { useRight } from '#web/admin/access/use-right.ts'

export const meta = titled('Payment Gateway')

const TABS = [
  { value: 'gateways', label: 'Gateways', content: <Gateways /> },
  { value: 'payments', label: 'Payments', content: <Payments /> },
  { value: 'differences', label: 'Differences', content: <Differences /> },
]

export default function PaymentGatewayPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  // Only administrators choose the gateway.
  const tabs = useRight() ? TABS : TABS.slice(1)
  const first = tabs[0]!.value
  const chosen = tabs.find(({ value }) => value === asked)?.value ?? first

  /** Drops the search and filters, which mean nothing in another tab. */
  function choose(tab: string): void {
    startTransition(() => setParams(tab === first ? {} : { tab }, { preventScrollReset: true }))
  }

  return (
    <>
      <h1 className="text-3xl">Payment Gateway</h1>
      <Tabs label="Payments" tabs={tabs} kept={{ chosen, onChoose: choose }} />
    </>
  )
}
