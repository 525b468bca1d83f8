import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import { playerLine } from '#contract/orders/player-words.ts'
import type { User } from '#contract/accounts/users.ts'
import { PayNow } from '#web/features/payment/pay-now.tsx'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { lineLink } from '#web/ui/text-link.ts'

type NextActionProps = { user: User; orders: Order[] }

/** The most likely next action, and advice that would make the account safer. */
export function NextAction({ user, orders }: NextActionProps) {
  const { title, words, next } = choose(orders)
  const advice = adviceFor(user)
  return (
    <section className="facet grid gap-4 border border-line bg-stall p-5 shadow-low sm:p-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid gap-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-soft wrap-anywhere">{words}</p>
      </div>
      {next}
      {advice && (
        <p className="border-t border-line pt-3 text-sm text-soft md:col-span-full">
          {advice.words}{' '}
          <Link to={paths.accountDetails} className={lineLink}>
            {advice.link}
          </Link>
        </p>
      )}
    </section>
  )
}

type Action = { title: string; words: string; next: ReactNode }

/** Orders that wait for the customer come first, then orders in delivery, then the last order to buy again. */
function choose(orders: Order[]): Action {
  const held = orders.find(({ heldFor }) => heldFor === 'player')
  if (held)
    return {
      title: 'An order needs you',
      words: `${held.gameId.gameName} doesn’t know the player ${held.gameDetailId.playerId}. Correct it, or take a refund.`,
      next: <Onward to={paths.order(held._id)}>Correct the player</Onward>,
    }
  const pending = orders.find(({ status }) => status === 'pending')
  if (pending)
    return {
      title: 'An order is not paid yet',
      words: `${pending.itemId.itemName}, ${pending.gameId.gameName}`,
      next: <PayNow key={pending._id} order={pending} />,
    }
  const processing = orders.find(({ status }) => status === 'processing')
  if (processing)
    return {
      title: 'Your order is being delivered',
      words: `${processing.itemId.itemName}, ${processing.gameId.gameName}`,
      next: <Onward to={paths.order(processing._id)}>Follow it</Onward>,
    }
  const [last] = orders
  if (last) {
    const { gameId, itemId, gameDetailId } = last
    return {
      title: 'Order again?',
      words: `${itemId.itemName}, ${gameId.gameName}, for ${playerLine(gameDetailId)}`,
      next: <Onward to={paths.buyAgain(last)}>Buy again</Onward>,
    }
  }
  return {
    title: 'Ready when you are',
    words: 'Pick a game and a pack to place your first order.',
    next: <Onward to={paths.home}>Pick a game</Onward>,
  }
}

const Onward = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={`max-w-full whitespace-normal! py-2 ${buttonLook('primary')}`}>
    {children}
  </Link>
)

type Advice = { words: string; link: string }

function adviceFor({ phone, isPhoneVerified, isEmailVerified }: User): Advice | null {
  if (!isEmailVerified)
    return { words: 'Your email is not verified yet.', link: 'Verify your email' }
  if (phone && !isPhoneVerified)
    return {
      words: 'Verify your phone and you can log in with a code by SMS, without a password.',
      link: 'Account details',
    }
  return null
}
