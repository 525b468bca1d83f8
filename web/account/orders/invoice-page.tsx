import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link, useParams } from 'react-router'
import { listDocuments } from '#contract/accounting/documents.ts'
import { findOrder, type OrderWithTimeline } from '#contract/orders/orders.ts'
import { ApiError, query, queryOrRefusal } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { BeingIssued, DocumentPaper, SOON, whileIssuing } from '#web/account/document-paper.tsx'
import { PrintButton } from '#web/account/paper.tsx'

export const meta = titled('Invoice')

/** The documents of a paid order: its invoice, and the credit note of a refund. */
export default function InvoicePage() {
  const id = useParams()['id']!
  const { data: order } = useSuspenseQuery(queryOrRefusal(findOrder, { id }))
  if (order instanceof ApiError)
    return (
      <NoInvoice title={order.message}>
        It may belong to another account, or the link is incomplete.
      </NoInvoice>
    )
  if (!order.paidAt)
    return (
      <NoInvoice
        title="No invoice found"
        action={
          <Link to={paths.order(id)} className={buttonLook('primary')}>
            See the order
          </Link>
        }
      >
        An order gets one once it’s paid.
      </NoInvoice>
    )
  return <Documents order={order} />
}

function Documents({ order }: { order: OrderWithTimeline }) {
  const { data } = useSuspenseQuery({
    ...query(listDocuments, { id: order._id }),
    refetchInterval: whileIssuing,
  })
  const { documents, isBeingIssued } = data
  if (documents.length === 0)
    return isBeingIssued ? (
      <NoInvoice title="Your invoice is being issued">{SOON}</NoInvoice>
    ) : (
      <NoInvoice title="No invoice needed">This order cost nothing.</NoInvoice>
    )
  return (
    <>
      <div className="mx-auto flex w-full max-w-text flex-wrap items-center justify-between gap-3 print:hidden">
        <Link
          to={paths.order(order._id)}
          className="inline-flex min-h-11 items-center gap-1 text-sm underline-offset-4 hover:underline"
        >
          <ChevronLeftIcon className="size-4" /> The order
        </Link>
        <PrintButton label="Print" />
      </div>
      {documents.map((document) => (
        <DocumentPaper key={document.number} document={document}>
          {document.kind === 'invoice' && <Payment order={order} />}
        </DocumentPaper>
      ))}
      {isBeingIssued && <BeingIssued kind="credit note" />}
    </>
  )
}

const NoInvoice = (why: ComponentProps<typeof EmptyState>) => (
  <>
    <h1 className="text-3xl">Invoice</h1>
    <EmptyState {...why} />
  </>
)

/** The bank's reference. A wallet order has only the shop's own. */
const Payment = ({ order: { transactionId, invoiceId } }: { order: OrderWithTimeline }) =>
  transactionId && transactionId.UTR !== invoiceId ? (
    <Fact name="UTR">{transactionId.UTR}</Fact>
  ) : null
