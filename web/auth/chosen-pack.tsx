import { useRouteLoaderData } from 'react-router'
import type { ChosenPack as Chosen } from '#web/layouts/load-chosen-pack.ts'
import { ShopPicture } from '#web/layouts/shop-picture.tsx'

/** Keeps the pack in sight that a visitor chose before they were asked to sign in. */
export function ChosenPack() {
  const chosen = useRouteLoaderData<Chosen | null>('layouts/auth-layout')
  if (!chosen) return null
  const { game, item, price } = chosen
  return (
    <section
      aria-label="Your pack"
      className="facet mb-6 grid gap-2 border border-line bg-stall p-3 shadow-low"
    >
      <div className="flex items-center gap-3">
        <span className="facet-2 relative block size-12 shrink-0 overflow-hidden">
          <ShopPicture
            of={item.itemImageId ?? game.gameImageId}
            widthMax={320}
            sizes="48px"
            className="absolute inset-0 size-full object-cover"
          />
        </span>
        <p className="grid min-w-0 flex-1">
          <span className="leading-snug font-semibold wrap-anywhere">{item.itemName}</span>
          <span className="text-sm text-soft wrap-anywhere">{game.gameName}</span>
        </p>
        <p className="money text-lg font-bold whitespace-nowrap">{price}</p>
      </div>
      <p className="text-sm text-soft">You'll come back here after signing in.</p>
    </section>
  )
}
