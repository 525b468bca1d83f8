import type { Gift } from '#contract/orders/gifts.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'

/** The friend who gets an email, and what it says. */
export const GiftFacts = ({ gift: { email, message } }: { gift: Gift }) => (
  <Facts>
    <Fact name="Gift for" isWide>
      {email}
    </Fact>
    {message && (
      <Fact name="Message" isWide>
        <span className="whitespace-pre-line">{message}</span>
      </Fact>
    )}
  </Facts>
)
