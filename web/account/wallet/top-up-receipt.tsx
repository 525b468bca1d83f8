import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { listTopUpDocuments } from '#contract/accounting/documents.ts'
import { balanceIn } from '#contract/core/balances.ts'
import { formatBalance } from '#contract/core/money.ts'
import { getUser } from '#contract/accounts/users.ts'
import type { TopUp } from '#contract/money/wallet.ts'
import { call, query } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { forgetLeftPurchase, readLeftPurchase } from '#web/state/left-purchase.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Figure } from '#web/account/balances.tsx'
import { BeingIssued, DocumentPaper, whileIssuing } from '#web/account/document-paper.tsx'
import { PrintButton } from '#web/account/paper.tsx'

/** Shows the new balance, the next step and the receipt. */
export function TopUpReceipt({ topUp }: { topUp: TopUp }) {
  const [purchase] = useState(readLeftPurchase)
  return (
    <>
      <dl className="mx-auto w-full max-w-form print:hidden">
        <Figure name="New balance">
          <Suspense fallback="…">
            <NewBalance topUp={topUp} />
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
      <Suspense fallback={<BeingIssued kind="receipt" />}>
        <Papers reference={topUp.reference} />
      </Suspense>
    </>
  )
}

/** Fetches the balance again, because the cached one may predate the payment. */
function NewBalance({ topUp: { reference, currency } }: { topUp: TopUp }) {
  const { data } = useSuspenseQuery(userAfter(reference))
  return formatBalance(balanceIn(data, currency), currency)
}

const userAfter = (reference: string) =>
  queryOptions({
    queryKey: [getUser.path, 'after', reference],
    queryFn: () => call(getUser, {}),
  })

/** The receipt, and a refund voucher for each amount sent back. Each gets its number within seconds. */
function Papers({ reference }: { reference: string }) {
  const { data } = useSuspenseQuery({
    ...query(listTopUpDocuments, { reference }),
    refetchInterval: whileIssuing,
  })
  const { documents, isBeingIssued } = data
  return (
    <>
      {documents.map((document) => (
        <DocumentPaper key={document.number} document={document} />
      ))}
      {isBeingIssued && <BeingIssued kind={documents.length > 0 ? 'refund voucher' : 'receipt'} />}
    </>
  )
}
