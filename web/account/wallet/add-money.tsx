import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Currency } from '#contract/core/money.ts'
import { paymentNeeds } from '#web/features/payment/payment-needs.ts'
import { Card } from '#web/ui/card.tsx'
import { RadioCard } from '#web/ui/form/choice/radio-card.tsx'
import { AddMoneyForm } from './add-money-form.tsx'

/** Adds money to a wallet: to the rupee wallet, or to the dollar wallet if the shop has a gateway for dollars. */
export function AddMoney() {
  const [params] = useSearchParams()
  const areDollarsOffered = useSuspenseQuery(paymentNeeds('USD')).data.isOffered
  const asked = params.get('currency') === 'USD' ? 'USD' : 'INR'
  const [chosen, setChosen] = useState<Currency>(asked)
  const currency = areDollarsOffered ? chosen : 'INR'
  return (
    <Card title="Add Money">
      {areDollarsOffered && <WalletChoice currency={currency} onChoose={setChosen} />}
      <AddMoneyForm
        key={currency}
        currency={currency}
        lacking={currency === asked ? params.get('amount') : null}
      />
    </Card>
  )
}

type WalletChoiceProps = { currency: Currency; onChoose: (currency: Currency) => void }

const WalletChoice = ({ currency, onChoose }: WalletChoiceProps) => (
  <fieldset className="mb-5 grid grid-cols-2 gap-3">
    <legend className="sr-only">Wallet</legend>
    {WALLETS.map((wallet) => (
      <RadioCard
        key={wallet.currency}
        group="wallet"
        title={wallet.name}
        isChosen={wallet.currency === currency}
        onChoose={() => onChoose(wallet.currency)}
        className="grid"
      >
        {wallet.currency}
      </RadioCard>
    ))}
  </fieldset>
)

const WALLETS = [
  { currency: 'INR', name: 'Rupees' },
  { currency: 'USD', name: 'Dollars' },
] as const
