import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/orders.ts'
import type { CustomerNeed } from '#contract/payment-needs.ts'
import type { GameDetail } from '#contract/players.ts'
import type { User } from '#contract/users.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { Bill } from './bill.tsx'
import type { Buyer, Chosen } from './chosen.ts'
import { CouponField } from './coupon-field.tsx'
import { PayButton } from './pay-button.tsx'
import { PayTrouble } from './pay-trouble.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { PriceNote } from './price-note.tsx'
import type { Quoted } from './quote.ts'
import type { Wish } from './wish.ts'
import { NextStep, Split } from './split.tsx'
import { usePay } from './use-pay.ts'

type Props = {
  chosen: Chosen
  wish: Wish
  player: GameDetail
  user: User
  buyer: Buyer
  own: Quoted // in the currency that the customer looks at
  rupees: Quoted
  needs: CustomerNeed[] // of who pays by UPI
}

/** Everything that is about to happen, once more, and the button that makes it happen. */
export function Review({ chosen, wish, player, user, buyer, own, rupees, needs }: Props) {
  const [method, setMethod] = useState<PaymentMethod>('wallet')
  const { quote, couponRefusal } = method === 'upi' ? rupees : own
  const pay = usePay({ method, wish, quote, needs })
  return (
    <Split
      beside={
        <Card title="Order">
          <Bill chosen={chosen} quote={quote} buyer={buyer}>
            <CouponField wish={wish} quote={quote} refusal={couponRefusal} />
          </Bill>
        </Card>
      }
      bar={
        <>
          <PriceNote
            key={`${quote.currency} ${quote.couponCode}`}
            quote={quote}
            isQuiet={pay.problem !== null}
          />
          <PayTrouble pay={pay} />
          <NextStep label="Total price" amount={formatMoney(quote.amount, quote.currency)}>
            <PayButton method={method} quote={quote} rupees={rupees.quote} pay={pay} />
          </NextStep>
        </>
      }
    >
      <PlayerCard player={player} wish={wish} />
      <PaymentChoice
        method={method}
        onChoose={setMethod}
        wallet={own.quote}
        rupees={rupees.quote}
        pay={pay}
        wish={wish}
      />
      <Card title="User details">
        <Facts>
          <Fact name="Email" isLong>
            {user.email || 'None yet'}
          </Fact>
          <Fact name="Phone">{user.phone ? `+91 ${user.phone}` : 'None yet'}</Fact>
        </Facts>
      </Card>
    </Split>
  )
}

type PlayerCardProps = { player: GameDetail; wish: Wish }

const PlayerCard = ({ player, wish: { gameSlug, itemSlug } }: PlayerCardProps) => (
  <Card>
    <div className="mb-3 flex items-center justify-between gap-4">
      <h2 className="text-xl">Game details</h2>
      <Link to={paths.purchaseOf({ gameSlug, itemSlug })} className={lineLink}>
        Change
      </Link>
    </div>
    <Facts>
      {player.userName && (
        <Fact name="Player Name" isLong>
          {player.userName}
        </Fact>
      )}
      <Fact name="UserId">{player.playerId}</Fact>
      {player.zoneId && <Fact name="ZoneId">{player.zoneId}</Fact>}
    </Facts>
  </Card>
)
