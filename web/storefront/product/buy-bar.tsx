import { buttonLook } from '#web/ui/button.tsx'
import { Price } from '#web/features/currency/price.tsx'
import { useInView } from '#web/ui/hooks/use-in-view.ts'
import type { ShownGame } from './load-game.ts'
import { PACKS_ID } from './packs.tsx'

/** On phones, a fixed button that leads to the packs while they are off screen. */
export function BuyBar({ game: { isAvailable, lowest } }: { game: ShownGame }) {
  const arePacksInView = useInView(PACKS_ID)
  if (!isAvailable || !lowest || arePacksInView) return null
  return (
    <div className="fixed inset-x-4 bottom-18 z-20 flex lg:hidden low:hidden">
      <a href={`#${PACKS_ID}`} className={`flex-1 shadow-high ${buttonLook('primary')}`}>
        Buy from{' '}
        <span className="money">
          <Price of={lowest} />
        </span>
      </a>
    </div>
  )
}
