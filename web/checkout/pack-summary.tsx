import type { ReactNode } from 'react'
import { formatMoney, type Currency } from '#contract/money.ts'
import { goodToKnow } from '#web/layouts/good-to-know.ts'
import { ShopPicture } from '#web/layouts/shop-picture.tsx'
import { GoodToKnow } from '#web/ui/good-to-know.tsx'
import type { Chosen } from './chosen.ts'

type Props = { chosen: Chosen; children?: ReactNode }

/** What is being bought: its picture, its name, its game, and what is to be known of that. */
export const PackSummary = ({ chosen: { game, item }, children }: Props) => (
  <div className="grid gap-3">
    <div className="flex items-center gap-4">
      <span className="facet-2 relative block size-14 shrink-0 overflow-hidden">
        <ShopPicture
          of={item.itemImageId ?? game.gameImageId}
          widthMax={320}
          sizes="56px"
          className="absolute inset-0 size-full object-cover"
        />
      </span>
      <p className="grid min-w-0 flex-1">
        <span className="leading-snug font-semibold wrap-anywhere">{item.itemName}</span>
        <span className="text-sm text-soft wrap-anywhere">{game.gameName}</span>
      </p>
      {children}
    </div>
    <GoodToKnow {...goodToKnow(game, item.deliverySeconds)} />
  </div>
)

type PriceTagProps = { price: number; listPrice: number | null; currency: Currency }

export const PriceTag = ({ price, listPrice, currency }: PriceTagProps) => (
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
