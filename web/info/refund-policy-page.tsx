import type { MetaFunction } from 'react-router'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { LegalPage, Points, Words, type Part } from './legal-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Refund policy',
    description: 'When refunds are automatic, when to ask within 24 hours, and how.',
    path: paths.refunds,
  })

const PARTS: Part[] = [
  {
    title: 'Automatic refunds',
    content: (
      <Points
        points={[
          'A paid pack that the supplier refuses or can’t deliver is refunded at once.',
          'A payment that arrives twice, too late or with another amount is credited to your wallet.',
          'An order that was never paid is cancelled; nothing was charged.',
        ]}
      />
    ),
  },
  {
    title: 'On request, within 24 hours',
    content: (
      <>
        <Words>
          Something else went wrong? Ask for a refund within 24 hours of purchase. We refund when:
        </Words>
        <Points
          points={[
            'the order says completed, but nothing has arrived in the game;',
            'a different pack arrived than the one you ordered;',
            'the amount charged is not the one that was shown.',
          ]}
        />
      </>
    ),
  },
  {
    title: 'Not refunded',
    content: (
      <Points
        points={[
          'Packs that were delivered to the player ID you entered and confirmed.',
          'Packs that were used, or that the publisher took back for breaking the game’s rules.',
          'Requests made more than 24 hours after purchase.',
        ]}
      />
    ),
  },
  {
    title: 'How to ask',
    content: (
      <Words>
        Contact support with the invoice number of your order, the player ID and what you see in the
        game; a screenshot helps. We answer within two working days.
      </Words>
    ),
  },
  {
    title: 'Where the money goes',
    content: (
      <Words>
        Refunds go to your wallet in the currency you paid, and you can spend them at once. A coupon
        used with the order can be used again.
      </Words>
    ),
  },
]

export default function RefundPolicyPage() {
  return <LegalPage title="Refund policy" parts={PARTS} />
}
