import type { MetaFunction } from 'react-router'
import { periodInWords, RETENTION, type RetentionRule } from '#contract/core/retention.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { paths } from '#web/paths.ts'
import { LegalPage, Points, Words, type Part } from './legal-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Privacy policy',
    description: 'What we know about you, why, for how long, and how to have it erased.',
    path: paths.privacy,
  })

const RULES = Object.keys(RETENTION) as RetentionRule[]

function HowLong() {
  const facts = useShopFacts()
  const years = facts?.documentYears ?? RETENTION.document.years
  return (
    <>
      <Words>
        Your account stays until you delete it, which you can do yourself under Account details.
        Your personal data is then erased; the books are kept without it. These end earlier:
      </Words>
      <Points
        points={RULES.map((rule) => {
          const { what, after } = RETENTION[rule]
          return `${what}: ${periodInWords(rule, years)} after ${after}.`
        })}
      />
    </>
  )
}

const PARTS: Part[] = [
  {
    title: 'In short',
    content: (
      <Words>
        We keep what is needed to deliver what you bought and to keep the books. We don’t sell your
        data, show ads or use tracking cookies.
      </Words>
    ),
  },
  {
    title: 'What we keep',
    content: (
      <Points
        points={[
          'Your account: name, email, phone number, and a password that is stored only as a hash nobody can read back.',
          'Your players: the player and zone IDs you buy for, and the names their games give for them.',
          'Your orders and wallet: what was bought, when, for how much, who paid, and every movement of money.',
          'Your messages to support and our answers.',
          'For a while, the network address and browser that you sign in and order from, to stop fraud and overload, and to answer disputes of payments.',
        ]}
      />
    ),
  },
  {
    title: 'What we never see',
    content: (
      <Words>
        Card numbers, UPI PINs and bank passwords are entered with the payment gateway and never
        reach us. We never ask for the password of your game account. Nobody from the shop will ask
        you for a code we sent you.
      </Words>
    ),
  },
  {
    title: 'Who else sees it',
    content: (
      <Points
        points={[
          'The supplier of a pack gets the player ID, because it can’t deliver otherwise.',
          'The payment gateway gets the amount, the order and your contact details.',
          'Our email and SMS services get the address a message goes to.',
          'A friend who gets a gift by email reads your name, the pack, the player and your message.',
          'The leaderboard shows first names and amounts of the ten players who spent the most. You can hide your name on the page Account details.',
          'Authorities get what the law obliges us to share, and nothing more.',
        ]}
      />
    ),
  },
  {
    title: 'In your browser',
    content: (
      <Words>
        Your browser stores your sign-in, your theme and currency, and the pages it showed last.
        Signing out ends the session; clearing the site’s data removes the rest.
      </Words>
    ),
  },
  {
    title: 'How long',
    content: <HowLong />,
  },
  {
    title: 'Your rights',
    content: (
      <Words>
        Under Account details you can download everything we keep about you, correct it, and erase
        it. You may also write to the address below, and we answer within thirty days.
      </Words>
    ),
  },
  {
    title: 'Children',
    content: (
      <Words>
        You must be at least 13 years old to use the shop. If you’re under 18, you need the consent
        of a parent or guardian. If we learn that a younger child has an account, we close it and
        erase its data.
      </Words>
    ),
  },
  {
    title: 'Changes',
    content: (
      <Words>
        When this page changes, its date does too. We announce major changes in the shop before they
        apply.
      </Words>
    ),
  },
]

export default function PrivacyPolicyPage() {
  return <LegalPage title="Privacy policy" parts={PARTS} />
}
