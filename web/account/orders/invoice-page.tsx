import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link, useParams } from 'react-router'
import { listDocuments, type TaxDocument } from '#contract/accounting/documents.ts'
import { formatMoney } from '#contract/core/money.ts'
import { findOrder, type OrderWithTimeline } from '#contract/orders/orders.ts'
import { ApiError, query, queryOrRefusal } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { Paper, PaperLines, PaperSum, PrintButton } from '#web/account/paper.tsx'

export const meta = titled('Invoice')

const ASK_EVERY_MS = 1_000
const SOON = 'This takes a few seconds.'

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
    refetchInterval: ({ state }) => (state.data?.isBeingIssued ? ASK_EVERY_MS : false),
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
        <Document key={document.number} document={document} order={order} />
      ))}
      {isBeingIssued && documents.length > 0 && (
        <output className="mx-auto w-full max-w-text text-soft print:hidden">
          The credit note is being issued. {SOON}
        </output>
      )}
    </>
  )
}

const NoInvoice = (why: ComponentProps<typeof EmptyState>) => (
  <>
    <h1 className="text-3xl">Invoice</h1>
    <EmptyState {...why} />
  </>
)

const rupees = (paise: number): string => formatMoney(paise, 'INR')

function Document({ document, order }: { document: TaxDocument; order: OrderWithTimeline }) {
  const { title, number, datedAt, seller, buyer, lines, taxes, paidDollars } = document
  return (
    <Paper title={title} number={number} date={datedAt} seller={seller} buyer={buyer}>
      <PaperLines
        lines={lines.map(({ name, code, amount, isDiscount }) => ({
          name,
          more: code && `SAC ${code}`,
          amount: isDiscount ? `−${rupees(amount)}` : rupees(amount),
        }))}
      >
        <PaperSum isTotal name="Total" amount={rupees(document.total)} />
        {paidDollars !== null && (
          <PaperSum name="Paid in dollars" amount={formatMoney(paidDollars, 'USD')} />
        )}
        {taxes.length > 0 && <PaperSum name="Without tax" amount={rupees(document.base)} />}
        {taxes.map(({ name, percent, amount }) => (
          <PaperSum key={name} name={`Included: ${name} ${percent}%`} amount={rupees(amount)} />
        ))}
      </PaperLines>
      <div className="border-t border-line pt-4">
        <Facts>
          {document.corrects && (
            <Fact name="Corrects" isWide>
              {document.corrects.number} of {formatDate(document.corrects.datedAt)}
            </Fact>
          )}
          {document.placeOfSupply && <Fact name="Place of supply">{document.placeOfSupply}</Fact>}
          {taxes.length > 0 && <Fact name="Reverse charge">No</Fact>}
          <Fact name="Order">{document.orderReference}</Fact>
          {document.kind === 'invoice' && <Payment order={order} />}
        </Facts>
      </div>
    </Paper>
  )
}

const METHODS = { wallet: 'Wallet', upi: 'UPI' } as const

function Payment({ order }: { order: OrderWithTimeline }) {
  const { transactionId, invoiceId, paymentMethod } = order
  return (
    <>
      <Fact name="Paid with">
        {order.isPaidOutside ? 'Outside the shop' : METHODS[paymentMethod]}
      </Fact>
      {transactionId && transactionId.UTR !== invoiceId && (
        <Fact name="UTR">{transactionId.UTR}</Fact>
      )}
    </>
  )
}
