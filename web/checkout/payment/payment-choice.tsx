import type { ReactNode } from 'react'
import { formatExactly, formatMoney, nameOf } from '#contract/core/money.ts'
import { METHOD_NAMES } from '#contract/money/gateways.ts'
import type { Quote } from '#contract/orders/orders.ts'
import { PAY_WITH } from '#web/features/payment/pay-with.ts'
import { Card } from '#web/ui/card.tsx'
import { scrollIntoView } from '#web/ui/scroll-into-view.ts'
import { RadioCard } from '#web/ui/form/choice/radio-card.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { AddMoneyLink } from './add-money-link.tsx'
import { OpenOrder } from './open-order.tsx'
import { isAboutUpi, UpiProblem } from './upi-problem.tsx'
import { PhoneField } from './phone-field.tsx'
import type { usePay } from './use-pay.ts'
import type { Method, Offered } from './offered.ts'
import type { OrderChoice } from '#web/checkout/order-choice.ts'

type Props = {
  method: Method
  onChoose: (method: Method) => void
  wallet: Quote // in the currency shown to the customer
  rupees: Quote
  offered: Offered
  pay: ReturnType<typeof usePay>
  input: OrderChoice
  isGuest: boolean
}

/** The choice between the wallet and the ways to pay through a gateway. Guests have no wallet yet. Errors of a method appear right below it. */
export const PaymentChoice = ({ method, onChoose, ...purchase }: Props) => (
  <Card>
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-display text-xl font-bold">Payment mode</legend>
      {!purchase.isGuest && (
        <Choice
          name="Wallet"
          words={tellWallet(purchase.wallet)}
          isChosen={method === 'wallet'}
          onChoose={() => onChoose('wallet')}
        >
          {purchase.wallet.missing > 0 && <Shortage {...purchase} />}
        </Choice>
      )}
      {purchase.offered.ways.map((way) => {
        const quote = way === 'upi' ? purchase.rupees : purchase.wallet
        return (
          <Choice
            key={way}
            name={METHOD_NAMES[way]}
            words={`${formatMoney(quote.amount, quote.currency)} ${PAY_WITH[way]}`}
            isChosen={method === way}
            onChoose={() => onChoose(way)}
          >
            {purchase.pay.phone.isNeeded && <PhoneField phone={purchase.pay.phone} />}
            <GatewayNotes {...purchase} quote={quote} />
          </Choice>
        )
      })}
      <p className="text-sm text-soft">{tellMore(method, purchase.wallet)}</p>
    </fieldset>
  </Card>
)

const ABOUT: Partial<Record<Method, string>> = {
  wallet: 'With Wallet the amount is deducted from your wallet balance.',
  upi: 'With UPI you are redirected to the payment gateway. UPI payments are in rupees.',
  bitcoin:
    'With Bitcoin you are redirected to a page with the amount. A payment that is confirmed too late for this order goes to your wallet.',
}

const tellMore = (method: Method, { currency }: Quote): string =>
  ABOUT[method] ??
  `${method === 'paypal' ? 'With PayPal you are redirected to PayPal' : 'You are redirected to the payment gateway'}. You pay in ${nameOf(currency)}.`

type NotesProps = Omit<Props, 'method' | 'onChoose'> & { quote: Quote }

/** A problem with the gateway, the unpaid order that paying continues, and the way to pay from the wallet instead. */
const GatewayNotes = ({ pay, input, quote, wallet, rupees, offered, isGuest }: NotesProps) => (
  <>
    {pay.problem && isAboutUpi(pay.problem) && (
      <Complaint isNew>
        <UpiProblem problem={pay.problem} />
      </Complaint>
    )}
    <OpenOrder input={input} quote={quote} />
    {!isGuest && wallet.missing > 0 && rupees.missing > 0 && (
      <p className="text-sm">
        <AddMoneyLink
          quote={offered.foreign.length > 0 ? wallet : rupees}
          before="Pay from your wallet instead: "
          className={lineLink}
        />
      </p>
    )}
  </>
)

type ChoiceProps = {
  name: string
  words: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

const Choice = ({ name, words, isChosen, onChoose, children }: ChoiceProps) => (
  <div className="grid gap-2">
    <RadioCard
      group="method"
      isChosen={isChosen}
      onChoose={onChoose}
      title={name}
      className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums"
    >
      {words}
    </RadioCard>
    {isChosen && children}
  </div>
)

type ComplaintProps = { isNew?: boolean; children: ReactNode }

/** An error below the method it concerns. New errors scroll into view. */
const Complaint = ({ isNew = false, children }: ComplaintProps) => (
  <p
    ref={isNew ? scrollIntoView : undefined}
    role="alert"
    className="scroll-my-24 text-sm font-medium text-bad"
  >
    {children}
  </p>
)

const tellWallet = ({ balance, missing, currency }: Quote): string =>
  missing > 0
    ? `Balance ${formatExactly(balance, currency)}, ${formatExactly(missing, currency)} short`
    : `Balance ${formatExactly(balance, currency)}`

type ShortageProps = Pick<Props, 'wallet' | 'rupees' | 'offered'>

/** Says how much the wallet lacks. Customers who see another currency also hear about their rupees. */
function Shortage({ wallet, rupees, offered }: ShortageProps) {
  const missing = `You need ${formatExactly(wallet.missing, wallet.currency)} more.`
  return (
    <p className="text-sm font-medium text-pending">
      {missing} {wallet.currency !== 'INR' && tellRupees(rupees, offered.foreign.length > 0)}
    </p>
  )
}

function tellRupees({ missing, balance }: Quote, isForeignOffered: boolean): string {
  if (missing <= 0)
    return `Your rupee wallet has ${formatExactly(balance, 'INR')}, which is enough.`
  if (isForeignOffered) return ''
  return `You can only add rupees: add ${formatExactly(missing, 'INR')} to pay this in rupees.`
}
