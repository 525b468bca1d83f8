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
        of our own: the games belong to their publishers, whose own terms still apply to your game
        account.
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
        Prices are in Indian rupees. The price when you pay applies. Prices in other currencies are
        the rupee price at the shop’s rate, rounded, and what you see is what is charged. A
        struck-through price is the list price of the pack.
      </Words>
    ),
  },
  {
    title: 'Orders and delivery',
    content: (
      <Points
        points={[
          'Check the player’s name and number before you pay: a pack delivered to the player you named can’t be taken back.',
          'Most packs arrive within minutes. Some are delivered by a person and take a little longer.',
          'A pack that cannot be delivered is refunded to your wallet automatically.',
          'An order that is not paid within its time is cancelled, and nothing is charged.',
        ]}
      />
    ),
  },
  {
    title: 'The wallet',
    content: (
      <Words>
        Money in your wallet buys packs in this shop and earns no interest. Each currency is kept
        apart. Every movement is listed in your account, and you can download a statement whose
        entries can be checked.
      </Words>
    ),
  },
  {
    title: 'Refunds',
    content: (
      <p>
        You can ask for a refund within 24 hours of your purchase. The{' '}
        <Link to={paths.refunds} className={textLink}>
          refund policy
        </Link>{' '}
        says which orders we refund.
      </p>
    ),
  },
  {
    title: 'Coupons and rewards',
    content: (
      <Words>
        A coupon is valid for its games, dates and number of uses, and has no cash value.
        Leaderboard rewards are added to the winners’ wallets. Delivered orders count in the month
        of their delivery, less refunds. We can take back a reward that was won by fraud or with
        orders that were refunded.
      </Words>
    ),
  },
  {
    title: 'Fair use',
    content: (
      <Points
        points={[
          'Pay only with payment methods you’re allowed to use.',
          'Don’t try to break, overload or scrape the shop, or buy for others without their knowledge.',
          'Only reseller accounts may resell.',
          'We may block accounts that break these rules. Money in the wallet stays the owner’s, less proceeds of fraud.',
        ]}
      />
    ),
  },
  {
    title: 'Liability',
    content: (
      <Words>
        We’re responsible for delivering what you paid for or refunding it. We’re not responsible
        for what a publisher does to a game or account, or for a wrong player ID you confirmed
        before paying. Your statutory rights as a customer remain.
      </Words>
    ),
  },
  {
    title: 'Law and changes',
    content: (
      <Words>
        The law of India applies. When these terms change, so does the date above. An order is
        subject to the terms of the day it was placed.
      </Words>
    ),
  },
]

export default function TermsPage() {
  return <LegalPage title="Terms and conditions" parts={PARTS} />
}
