import { useState } from 'react'
import { Link } from 'react-router'
import type { Game } from '#contract/catalogue/catalog.ts'
import { formatMoney } from '#contract/core/money.ts'
import { toBill } from '#contract/catalogue/pricing.ts'
import type { GameDetail } from '#contract/orders/players.ts'
import type { User } from '#contract/accounts/users.ts'
import { PlayerFacts } from '#web/features/order/player-facts.tsx'
import { Bill } from '#web/features/order/bill.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { listPriceOf, type Buyer, type Chosen } from '#web/checkout/chosen.ts'
import { AskToPay } from './ask-to-pay.tsx'
import { CouponField } from './coupon-field.tsx'
import { GiftCard } from './gift-card.tsx'
import { firstMethod } from '#web/checkout/payment/first-method.ts'
import { PackSummary } from '#web/checkout/pack-summary.tsx'
import { PayButton } from '#web/checkout/payment/pay-button.tsx'
import { ResidenceField } from '#web/checkout/payment/residence-field.tsx'
import { PaymentProblem } from '#web/checkout/payment/payment-problem.tsx'
import { PaymentChoice } from '#web/checkout/payment/payment-choice.tsx'
import { PriceNote } from './price-note.tsx'
import type { Quoted } from '#web/checkout/quote.ts'
import type { Offered } from '#web/checkout/payment/offered.ts'
import type { OrderChoice } from '#web/checkout/order-choice.ts'
import { NextStep, CheckoutColumns } from '#web/checkout/checkout-columns.tsx'
import { usePay } from '#web/checkout/payment/use-pay.ts'
import { keepPaymentMethod, readPaymentMethod } from '#web/state/payment-method.ts'

type Props = {
  chosen: Chosen
  input: OrderChoice
  player: GameDetail
  user: User
  buyer: Buyer
  own: Quoted // in the currency shown to the customer
  rupees: Quoted
  asks: Pick<Parameters<typeof usePay>[0], 'needs' | 'asked' | 'payLink'>
  offered: Offered
  changeAt: string
}

/** The summary of the purchase with the pay button. */
export function Review({ chosen, input, player, user, buyer, own, rupees, asks, ...rest }: Props) {
  const { offered, changeAt } = rest
  const { isGuest } = user
  const [method, setMethod] = useState(() =>
    firstMethod({
      own: own.quote,
      rupees: rupees.quote,
      offered,
      isGuest,
      kept: readPaymentMethod(),
    }),
  )
  const { quote, couponRefusal } = method === 'upi' ? rupees : own
  const { currency } = quote
  const listPrice = listPriceOf(chosen.item, quote.itemPrice, { ...buyer, currency })
  const pay = usePay({ method, input, quote, ...asks })
  return (
    <CheckoutColumns
      beside={
        <Card title="Order">
          <div className="mb-4 border-b border-line pb-4">
            <PackSummary chosen={chosen} />
          </div>
          <Bill
            bill={toBill(quote)}
            listPrice={listPrice === null ? null : formatMoney(listPrice, currency)}
          >
            <CouponField request={input} quote={quote} refusal={couponRefusal} />
          </Bill>
        </Card>
      }
      bar={
        <>
          <PriceNote
            key={`${currency} ${quote.couponCode}`}
            quote={quote}
            isQuiet={pay.problem !== null}
          />
          <PaymentProblem pay={pay} />
          <NextStep label="Total price" amount={formatMoney(quote.amount, currency)}>
            <PayButton {...{ method, quote, offered, pay }} rupees={rupees.quote} />
          </NextStep>
        </>
      }
    >
      <PlayerCard game={chosen.game} player={player} changeAt={changeAt} />
      <PaymentChoice
        {...{ method, pay, input, isGuest, offered }}
        onChoose={(chosenMethod) => {
          keepPaymentMethod(chosenMethod)
          setMethod(chosenMethod)
        }}
        wallet={own.quote}
        rupees={rupees.quote}
      />
      <UserCard user={user} residence={pay.residence} />
      {!asks.payLink && <ForOthers {...{ isGuest, input, giving: pay.giving }} />}
    </CheckoutColumns>
  )
}

type ForOthersProps = {
  isGuest: boolean
  input: OrderChoice
  giving: ReturnType<typeof usePay>['giving']
}

const ForOthers = ({ isGuest, input, giving }: ForOthersProps) => (
  <>
    <GiftCard {...giving} />
    {!isGuest && <AskToPay input={input} />}
  </>
)

type UserCardProps = { user: User; residence: ReturnType<typeof usePay>['residence'] }

const UserCard = ({ user: { email, phone }, residence }: UserCardProps) => (
  <Card title="User details">
    <Facts>
      <Fact name="Email" isLong>
        {email || 'None yet'}
      </Fact>
      <Fact name="Phone">{phone ? `+91 ${phone}` : 'None yet'}</Fact>
    </Facts>
    {residence.isNeeded && <ResidenceField residence={residence} />}
  </Card>
)

type PlayerCardProps = { game: Game; player: GameDetail; changeAt: string }

const PlayerCard = ({ game, player, changeAt }: PlayerCardProps) => (
  <Card>
    <div className="mb-3 flex items-center justify-between gap-4">
      <h2 className="text-xl">Game details</h2>
      <Link to={changeAt} className={lineLink}>
        Change
      </Link>
    </div>
    <PlayerFacts game={game} player={player} />
  </Card>
)
