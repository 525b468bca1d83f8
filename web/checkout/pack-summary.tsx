import type { ReactNode } from 'react'
import { formatMoney, type Currency } from '#contract/core/money.ts'
import { describeDelivery } from '#web/features/pack/describe-delivery.ts'
import { PackLine } from '#web/features/pack/pack-line.tsx'
import { DeliveryFacts } from '#web/features/pack/delivery-facts.tsx'
import { Card } from '#web/ui/card.tsx'
import { listPriceOf, priceOf, type Buyer, type Chosen } from './chosen.ts'

type Props = { chosen: Chosen; children?: ReactNode }

/** The pack being bought, with how soon it comes and which countries it is for. */
export const PackSummary = ({ chosen: { game, item }, children }: Props) => (
  <div className="grid gap-3">
    <PackLine game={game} item={item}>
      {children}
    </PackLine>
    <DeliveryFacts {...describeDelivery(game, item.deliverySeconds)} />
  </div>
)

type PricedProps = { chosen: Chosen; buyer: Buyer }

/** The pack with its price, before the server quotes it. */
export function PricedPack({ chosen, buyer }: PricedProps) {
  const price = priceOf(chosen.item, buyer)
  const listPrice = listPriceOf(chosen.item, price, buyer)
  return (
    <Card>
      <PackSummary chosen={chosen}>
        <PriceTag price={price} listPrice={listPrice} currency={buyer.currency} />
      </PackSummary>
    </Card>
  )
}

type PriceTagProps = { price: number; listPrice: number | null; currency: Currency }

const PriceTag = ({ price, listPrice, currency }: PriceTagProps) => (
  <p className="grid justify-items-end whitespace-nowrap">
    <span className="money text-lg font-bold">{formatMoney(price, currency)}</span>
    {listPrice !== null && (
      <s className="money text-sm text-soft">
        <span className="sr-only">instead of </span>
        {formatMoney(listPrice, currency)}
      </s>
    )}
  </p>
)
