import type { ReactNode } from 'react'
import { formatExactly, formatMoney } from '#contract/money.ts'
import type { PaymentMethod, Quote } from '#contract/orders.ts'
import { Card } from '#web/ui/card.tsx'
import type { Problem } from './use-pay.ts'

type Props = {
  method: PaymentMethod
  onChoose: (method: PaymentMethod) => void
  wallet: Quote // in the currency that the customer looks at
  rupees: Quote
  problem: Problem | null
}

/** Wallet or UPI, what each has or asks, and what is wrong with it right below it. */
export const PaymentChoice = ({ method, onChoose, wallet, rupees, problem }: Props) => (
  <Card>
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-display text-xl font-bold">Payment mode</legend>
      <Choice
        name="Wallet"
        words={`Balance ${formatExactly(wallet.balance, wallet.currency)}`}
        isChosen={method === 'wallet'}
        onChoose={() => onChoose('wallet')}
      >
        {wallet.missing > 0 && <Shortage wallet={wallet} rupees={rupees} />}
      </Choice>
      <Choice
        name="UPI"
        words={`${formatMoney(rupees.amount, 'INR')} with any UPI app`}
        isChosen={method === 'upi'}
        onChoose={() => onChoose('upi')}
      >
        {problem?.code === 'PAYMENTS_NOT_OFFERED' && (
          <Trouble>{problem.message}. Your wallet works as always.</Trouble>
        )}
      </Choice>
      <p className="text-sm text-soft">
        {method === 'upi'
          ? 'With UPI you are redirected to the payment gateway. UPI is always paid in rupees.'
          : 'With Wallet the amount is deducted from your wallet balance.'}
      </p>
    </fieldset>
  </Card>
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
    <label className="relative flex min-h-14 items-center gap-3 rounded-md border border-line bg-raised px-4 py-2.5 hover:border-edge has-checked:border-lantern-deep has-checked:bg-lantern-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-glass">
      <input
        type="radio"
        name="method"
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-lantern-deep"
      />
      <span className="flex flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-soft tabular-nums">{words}</span>
      </span>
    </label>
    {isChosen && children}
  </div>
)

const Trouble = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-sm font-medium text-bad">
    {children}
  </p>
)

/** Exactly what is missing. Only rupees can be added, so who pays in dollars is told what that means. */
function Shortage({ wallet, rupees }: { wallet: Quote; rupees: Quote }) {
  const missing = `${formatExactly(wallet.missing, wallet.currency)} is missing in your wallet.`
  if (wallet.currency === 'INR') return <Trouble>{missing}</Trouble>
  const inRupees =
    rupees.missing > 0
      ? `Money is added in rupees: with ${formatExactly(rupees.missing, 'INR')} more you can pay this in rupees.`
      : `Your rupee wallet has ${formatExactly(rupees.balance, 'INR')}, which is enough.`
  return (
    <Trouble>
      {missing} {inRupees}
    </Trouble>
  )
}
