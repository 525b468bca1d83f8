import { Link, type MetaFunction } from 'react-router'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { textLink } from '#web/ui/text-link.ts'
import { LegalPage, Points, Words, type Part } from './legal-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Terms and conditions',
    description:
      'What you and the shop agree on when you buy a pack: prices, delivery, wallet, conduct.',
    path: paths.terms,
  })

const PARTS: Part[] = [
  {
    title: 'What we sell',
    content: (
      <Words>
        Packs of in-game currency, passes and items, delivered to a player you name. We are a shop
        of our own: the games belong to their publishers, whose own terms go on holding for your
        game account.
      </Words>
    ),
  },
  {
    title: 'Who may buy',
    content: (
      <Words>
        You must be at least 13 years old. If you’re under 18, you need the consent of a parent or
        guardian, who is responsible for the purchase. One person, one account; keep your password
        and codes to yourself.
      </Words>
    ),
  },
  {
    title: 'Prices',
    content: (
      <Words>
        Prices are in Indian rupees and hold at the moment you pay. Dollar prices are the rupee
        price at the shop’s rate, rounded to the cent, and what you see is what is charged. A
        struck-through price is the list price of the pack.
      </Words>
    ),
  },
  {
    title: 'Orders and delivery',
    content: (
      <Points
        points={[
          'Check the player’s name and number before you pay: what has reached the player you named cannot be taken back.',
          'Most packs arrive within minutes. Some are delivered by a person, and take a little longer.',
          'A pack that cannot be delivered is refunded to your wallet by itself.',
          'An order that is not paid within its time is cancelled, and nothing is charged.',
        ]}
      />
    ),
  },
  {
    title: 'The wallet',
    content: (
      <Words>
        Money in your wallet buys packs in this shop and earns no interest. Rupees and dollars are
        kept apart. Every movement is listed in your account, and you can download a statement whose
        entries can be checked.
      </Words>
    ),
  },
  {
    title: 'Refunds',
    content: (
      <p>
        Refunds are asked for within 24 hours after purchase, as the{' '}
        <Link to={paths.refunds} className={textLink}>
          refund policy
        </Link>{' '}
        says.
      </p>
    ),
  },
  {
    title: 'Coupons and rewards',
    content: (
      <Words>
        A coupon holds for its games, its time and its number of uses, and is no money. Leaderboard
        rewards go to the wallets of the month’s winners. Delivered orders count in the month of
        their delivery, less refunds. We can take back a reward that was won by fraud or with orders
        that were refunded.
      </Words>
    ),
  },
  {
    title: 'Fair use',
    content: (
      <Points
        points={[
          'Pay only with means that are yours or that you may use.',
          'Do not try to break, overload or read out the shop, or to buy for others without their knowledge.',
          'Reselling is for accounts we have made resellers.',
          'An account that does otherwise may be blocked. Money in its wallet stays its owner’s, less what was taken by fraud.',
        ]}
      />
    ),
  },
  {
    title: 'What we answer for',
    content: (
      <Words>
        We answer for delivering what you paid for or giving the money back. We do not answer for
        what a publisher does to a game or to an account in it, nor for a wrong player ID that was
        confirmed before paying. Rights that the law gives you as a customer stay untouched.
      </Words>
    ),
  },
  {
    title: 'Law and changes',
    content: (
      <Words>
        The law of India holds. When these terms change, the date above does too; an order is under
        the terms of the day it was placed.
      </Words>
    ),
  },
]

export default function TermsPage() {
  return <LegalPage title="Terms and conditions" parts={PARTS} />
}
