import { titled } from '#web/features/shop-facts/head.ts'
import { useKeptTab } from '#web/features/kept-tab/use-kept-tab.ts'
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
  // Only administrators choose the gateway.
  const tabs = useRight() ? TABS : TABS.slice(1)
  const kept = useKeptTab(tabs)
  return (
    <>
      <h1 className="text-3xl">Payment Gateway</h1>
      <Tabs label="Payments" tabs={tabs} kept={kept} />
    </>
  )
}
