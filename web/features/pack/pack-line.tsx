import type { ReactNode } from 'react'
import type { Game, Item } from '#contract/catalogue/catalog.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'

type Props = {
  game: Pick<Game, 'gameName' | 'gameImageId'>
  item: Pick<Item, 'itemName' | 'itemImageId'>
  children?: ReactNode
}

/** A chosen pack in one line. The caller passes the price. */
export const PackLine = ({ game, item, children }: Props) => (
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
)
