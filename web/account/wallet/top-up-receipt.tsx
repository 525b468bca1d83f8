import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState, type ComponentProps } from 'react'
import { Link } from 'react-router'
import { formatBalance, formatExactly } from '#contract/core/money.ts'
import { getUser } from '#contract/accounts/users.ts'
import type { TopUp } from '#contract/money/wallet.ts'
import { call } from '#web/api/call.ts'
import { useShopFacts, useShopName } from '#web/features/shop-facts/use-shop-facts.ts'
import { paths } from '#web/paths.ts'
import { forgetLeftPurchase, readLeftPurchase } from '#web/state/left-purchase.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Figure } from '#web/account/balances.tsx'
import { Paper, PaperLines, PaperSum, PrintButton } from '#web/account/paper.tsx'
import { useUser } from '#web/account/use-user.ts'

/** Shows the new balance, the next step and the receipt. */
export function TopUpReceipt({ topUp }: { topUp: TopUp }) {
  const [purchase] = useState(readLeftPurchase)
  return (
    <>
      <dl className="mx-auto w-full max-w-form print:hidden">
        <Figure name="New balance">
          <Suspense fallback="…">
            <NewBalance reference={topUp.reference} />
          </Suspense>
        </Figure>
      </dl>
      <div className="flex flex-wrap justify-center gap-3 max-sm:*:w-full print:hidden">
        {purchase ? (
          <Link to={purchase} onClick={forgetLeftPurchase} className={buttonLook('primary')}>
            Back to your purchase
          </Link>
        ) : (
          <Link to={paths.home} className={buttonLook('primary')}>
            Continue Shopping
          </Link>
        )}
        <PrintButton label="Print receipt" />
      </div>
      <Receipt topUp={topUp} />
    </>
  )
}

/** Fetches the balance again, because the cached one may predate the payment. */
function NewBalance({ reference }: { reference: string }) {
  const { data } = useSuspenseQuery(userAfter(reference))
  return formatBalance(data.balance, 'INR')
}

const userAfter = (reference: string) =>
  queryOptions({
    queryKey: [getUser.path, 'after', reference],
    queryFn: () => call(getUser, {}),
  })

/** The shop as a seller, with today's settings. */
function useSeller(): ComponentProps<typeof Paper>['seller'] {
  const name = useShopName()
  const facts = useShopFacts()
  const { businessName, address, email, taxId } = facts?.legal ?? NOBODY
  const taxIdName = facts?.tax.name.toUpperCase() === 'GST' ? 'GSTIN' : 'Tax ID'
  return { name, businessName, address, email, taxId, taxIdName }
}

const NOBODY = { businessName: '', address: '', email: '', taxId: '' }

function Receipt({ topUp }: { topUp: TopUp }) {
  const { fullName, email } = useUser()
  const { reference, received, UTR, gateway, createdAt, paidAt } = topUp
  const amount = formatExactly(received, 'INR')
  return (
    <Paper
      title="Receipt"
      number={reference}
      date={paidAt ?? createdAt}
      seller={useSeller()}
      buyer={{ name: fullName, email, player: '' }}
    >
      <PaperLines lines={[{ name: 'Money added to the wallet', amount }]}>
        <PaperSum isTotal name="Total" amount={amount} />
      </PaperLines>
      <div className="border-t border-line pt-4">
        <Facts>
          <Fact name="Paid through">{gateway}</Fact>
          {UTR && <Fact name="UTR">{UTR}</Fact>}
        </Facts>
      </div>
    </Paper>
  )
}
