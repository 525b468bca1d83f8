import { useState } from 'react'
import { Link } from 'react-router'
import { loadUser } from '#web/features/session/load-user.ts'
import { paths } from '#web/paths.ts'
import { isSignedIn } from '#web/state/session.ts'
import { ReceiptIcon } from '#web/ui/icons/icons.tsx'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'

const ORDERS = {
  to: paths.orders as string,
  title: 'Your orders',
  words: 'What you bought and its status',
}

/**
 * Offers the customer's last pack with one tap, or the last one of a game. The page is the same for everybody, so it
 * reserves the space first.
 */
export function BuyAgain({ gameSlug }: { gameSlug?: string }) {
  const [{ to, title, words }, setShown] = useState(ORDERS)
  useOnLoad(async () => {
    if (!isSignedIn()) return
    await loadUser()
    const { fetchLastOrder } = await import('./fetch-last-order.ts')
    const last = await fetchLastOrder(gameSlug).catch(() => null)
    if (!last) return
    const player = last.gameDetailId.userName || last.gameDetailId.playerId
    setShown({
      to: paths.buyAgain(last),
      title: 'Buy again',
      words: `${last.itemId.itemName} for ${player}, ${last.gameId.gameName}`, // phones truncate the end
    })
  })
  return (
    <Link
      to={to}
      className="for-members facet-3 flex min-h-14 items-center gap-3 border border-line bg-stall px-4 py-2 shadow-low hover:border-lantern-deep hover:shadow-glow"
    >
      <span className="text-lantern-deep">
        <ReceiptIcon />
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold">{title}</span>
        <span className="truncate text-sm text-soft">{words}</span>
      </span>
    </Link>
  )
}
