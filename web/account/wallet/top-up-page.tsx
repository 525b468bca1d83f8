import { Link, useParams } from 'react-router'
import { formatHundredths } from '#contract/core/money.ts'
import type { TopUp } from '#contract/money/wallet.ts'
import { ApiError } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { RefetchAll } from '#web/features/payment/refetch-all.tsx'
import { paths } from '#web/paths.ts'
import { OutcomeNotice } from '#web/features/payment/outcome-notice.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { TopUpReceipt } from './top-up-receipt.tsx'
import { TryAgain } from './try-again.tsx'
import { useTopUp } from './use-top-up.ts'

export const meta = titled('Add Money')

/** The page to which gateways return customers after they added money. */
export default function TopUpPage() {
  const reference = useParams()['reference']!
  return <TopUpOf key={reference} reference={reference} />
}

function TopUpOf({ reference }: { reference: string }) {
  const topUp = useTopUp(reference)
  if (topUp instanceof ApiError)
    return (
      <>
        <h1 className="text-3xl">Add Money</h1>
        <EmptyState title="Payment not found" action={<ToWallet />}>
          It may belong to another account, or the link is incomplete.
        </EmptyState>
      </>
    )
  return (
    <div className="mx-auto grid w-full max-w-text gap-6 py-2 print:block print:max-w-none print:py-0">
      <div className="print:hidden">
        <OutcomeNotice {...tell(topUp)} isPageTitle />
      </div>
      {topUp.status === 'pending' && <OnItsWay topUp={topUp} />}
      {topUp.status === 'success' && <TopUpReceipt topUp={topUp} />}
      {topUp.status === 'failed' && (
        <div className="flex flex-wrap justify-center gap-3">
          <TryAgain topUp={topUp} />
          <ToWallet />
        </div>
      )}
      <RefetchAll key={topUp.status} />
    </div>
  )
}

const ToWallet = () => (
  <Link to={paths.wallet} className={`max-sm:w-full ${buttonLook()}`}>
    Back to the wallet
  </Link>
)

function tell({ status, amount, received, currency, UTR }: TopUp) {
  const asked = formatHundredths(amount, currency)
  const came = formatHundredths(received, currency)
  if (status === 'pending')
    return {
      is: 'waiting',
      title: 'Payment not finished',
      words: `We haven’t received ${asked} yet. If you paid, wait here: this page updates automatically.`,
    } as const
  if (status === 'failed')
    return {
      is: 'failed',
      title: 'Payment Failed',
      words: `${asked} was not added. If your bank says you paid, the money reaches your wallet automatically.`,
    } as const
  return {
    is: 'paid',
    title: `${came} is in your wallet`,
    words:
      received === amount
        ? `The bank has confirmed your payment${UTR ? `, UTR ${UTR}` : ''}.`
        : `You asked to add ${asked}, and ${came} arrived. We added what arrived.`,
  } as const
}

const OnItsWay = ({ topUp }: { topUp: TopUp }) => (
  <>
    <Card>
      <Facts>
        <Fact name="Amount">
          <span className="money">{formatHundredths(topUp.amount, topUp.currency)}</span>
        </Fact>
        <Fact name="Paid through">{topUp.gateway}</Fact>
        <Fact name="Reference" isLong>
          <span className="tabular-nums">{topUp.reference}</span>
        </Fact>
      </Facts>
      <p className="mt-4 border-t border-line pt-4 text-sm text-soft">
        Most banks answer within a minute. You can leave this page: your money still reaches your
        wallet. If you didn’t pay, you aren’t charged.
      </p>
    </Card>
    <p className="flex justify-center">
      <ToWallet />
    </p>
  </>
)
