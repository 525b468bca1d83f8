import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link, useParams } from 'react-router'
import { formatMoney } from '#contract/core/money.ts'
import { billOf, findOrder, type OrderWithTimeline } from '#contract/orders/orders.ts'
import { playerFacts } from '#contract/orders/player-words.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { Paper, PaperLines, PaperSum, PrintButton } from '#web/account/paper.tsx'
import { taxIn } from './tax.ts'

export const meta = titled('Invoice')

/** The invoice of a paid order, for the customer's records. */
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
  return (
    <>
      <div className="mx-auto flex w-full max-w-text flex-wrap items-center justify-between gap-3 print:hidden">
        <Link
          to={paths.order(id)}
          className="inline-flex min-h-11 items-center gap-1 text-sm underline-offset-4 hover:underline"
        >
          <ChevronLeftIcon className="size-4" /> The order
        </Link>
        <PrintButton label="Print" />
      </div>
      <Invoice order={order} paidAt={order.paidAt} />
    </>
  )
}

const NoInvoice = (why: ComponentProps<typeof EmptyState>) => (
  <>
    <h1 className="text-3xl">Invoice</h1>
    <EmptyState {...why} />
  </>
)

function Invoice({ order, paidAt }: { order: OrderWithTimeline; paidAt: string }) {
  const shop = useShopFacts()
  const isTaxed = Boolean(shop?.tax.percent)
  const { currency, itemId, gameId, gameDetailId } = order
  const { lines, total } = billOf(order)
  const [price, ...discounts] = lines
  const player = playerFacts(gameId, gameDetailId).map(([name, id]) => `${name} ${id}`)
  const pack = {
    name: `${itemId.itemName}, ${gameId.gameName}`,
    more: ['For', gameDetailId.userName, ...player].filter(Boolean).join(' '),
    amount: price!.amount,
  }
  return (
    <Paper
      title={isTaxed && shop?.legal.taxId ? 'Tax invoice' : 'Receipt'}
      number={order.invoiceId}
      date={paidAt}
      customer={order.userId}
    >
      <PaperLines lines={[pack, ...discounts]}>
        <PaperSum isTotal name="Total" amount={total} />
        {currency !== 'INR' && (
          <PaperSum name="In rupees" amount={formatMoney(order.amountInr, 'INR')} />
        )}
        {isTaxed && <TaxLine paise={order.amountInr} tax={shop!.tax} />}
      </PaperLines>
      <Payment order={order} />
    </Paper>
  )
}

type TaxLineProps = { paise: number; tax: { name: string; percent: number } }

/** Tax is calculated in rupees, regardless of the payment currency. */
const TaxLine = ({ paise, tax: { name, percent } }: TaxLineProps) => (
  <PaperSum
    name={`Included: ${name || 'Tax'} ${percent}%`}
    amount={formatMoney(taxIn(paise, percent), 'INR')}
  />
)

const METHODS = { wallet: 'Wallet', upi: 'UPI' } as const

function Payment({ order }: { order: OrderWithTimeline }) {
  const { transactionId, invoiceId, paymentMethod, paymentStatus, timeline } = order
  return (
    <div className="border-t border-line pt-4">
      <Facts>
        <Fact name="Paid with">
          {order.isPaidOutside ? 'Outside the shop' : METHODS[paymentMethod]}
        </Fact>
        {transactionId && transactionId.UTR !== invoiceId && (
          <Fact name="UTR">{transactionId.UTR}</Fact>
        )}
        {paymentStatus === 'refunded' && (
          <Fact name="Refunded">{formatDate(timeline.at(-1)!.at)}</Fact>
        )}
      </Facts>
    </div>
  )
}
