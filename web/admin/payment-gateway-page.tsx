import { startTransition } from 'react'
import { useSearchParams, type MetaFunction } from 'react-router'
import { Tabs } from '#web/ui/tabs.tsx'
import { Differences } from './differences.tsx'
import { Gateways } from './gateways.tsx'
import { Payments } from './payments.tsx'

export const meta: MetaFunction = () => [{ title: 'Payment Gateway | Gemstall' }]

const TABS = [
  { value: 'gateways', label: 'Gateways', content: <Gateways /> },
  { value: 'payments', label: 'Payments', content: <Payments /> },
  { value: 'differences', label: 'Differences', content: <Differences /> },
]
const FIRST = 'gateways'

export default function PaymentGatewayPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const chosen = TABS.find(({ value }) => value === asked)?.value ?? FIRST

  /** What was looked for in one list means nothing in another. */
  function choose(tab: string): void {
    startTransition(() => setParams(tab === FIRST ? {} : { tab }, { preventScrollReset: true }))
  }

  return (
    <>
      <h1 className="text-3xl">Payment Gateway</h1>
      <Tabs label="Payments" tabs={TABS} kept={{ chosen, onChoose: choose }} />
    </>
  )
}
