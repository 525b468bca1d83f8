import { usePrefetchQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getRate } from '#contract/catalogue/rate.ts'
import { getFrozenWallets } from '#contract/money/adjustments.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paymentNeeds } from '#web/features/payment/payment-needs.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { AddMoney } from './add-money.tsx'
import { Balances } from '#web/account/balances.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { History } from './history.tsx'

export const meta = titled('Wallet')

/** On phones the statement comes after the form for adding money. On wide screens it stands below the balances. */
export default function WalletPage() {
  usePrefetchQuery(paymentNeeds('INR'))
  usePrefetchQuery(paymentNeeds('USD'))
  usePrefetchQuery(query(getRate, {}))
  usePrefetchQuery(query(getFrozenWallets, {}))
  return (
    <>
      <h1 className="text-3xl">Wallet</h1>
      <FrozenNotice />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] xl:grid-rows-[auto_1fr]">
        <Balances />
        <div className="xl:row-span-2 xl:col-start-2 xl:row-start-1">
          <AddMoney />
        </div>
        <Card title="Statement">
          <p className="mb-4 max-w-prose text-soft">
            Each line of your statement is chained to the one before it, so nobody, not even the
            shop, can change past lines unnoticed. See every line, check the chain yourself, and
            download it.
          </p>
          <Link to={paths.statement()} className={buttonLook('plain')}>
            See the statement
          </Link>
        </Card>
      </div>
      <History />
    </>
  )
}
