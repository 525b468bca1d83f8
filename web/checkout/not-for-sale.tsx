import { Link } from 'react-router'
import { formatMoney } from '#contract/core/money.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { priceOf, type Buyer, type NotForSale as Reason } from './chosen.ts'

const SHOWN_MAX = 6

type Props = {
  reason: Reason
  buyer: Buyer
  toPack: (itemSlug: string) => string
  isPaymentUnheard?: boolean
}

/** Says why this pack can't be bought, and links to packs that can. */
export function NotForSale({ reason, buyer, toPack, isPaymentUnheard = false }: Props) {
  const { title, words, game } = reason
  const others = game?.itemId.filter((item) => item.itemAvailablity) ?? []
  return (
    <div className="grid gap-6">
      <EmptyState
        title={title}
        action={
          <Link to={game ? paths.product(game.gameSlug) : paths.home} className={buttonLook()}>
            {game ? `All packs of ${game.gameName}` : 'Pick a game'}
          </Link>
        }
      >
        {words}{' '}
        {isPaymentUnheard && (
          <Link to={paths.orders} className={textLink}>
            Your last payment for it may have gone through. Check your orders first.
          </Link>
        )}
      </EmptyState>
      {others.length > 0 && (
        <section aria-labelledby="others" className="grid gap-3">
          <h2 id="others" className="text-xl">
            Other packs
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2">
            {others.slice(0, SHOWN_MAX).map((item) => (
              <li key={item.itemSlug}>
                <Link
                  to={toPack(item.itemSlug)}
                  className="facet flex min-h-14 items-center justify-between gap-3 border border-line bg-stall px-4 py-2 font-semibold shadow-low hover:border-lantern-deep hover:shadow-glow"
                >
                  {item.itemName}
                  <span className="money">{formatMoney(priceOf(item, buyer), buyer.currency)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
