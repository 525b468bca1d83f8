import { useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Currency } from '#contract/core/money.ts'
import { titleOf } from '#web/features/currency/currency-options.ts'
import { paymentNeeds } from '#web/features/payment/payment-needs.ts'
import { listCurrencies } from '#web/state/currency.ts'
import { Card } from '#web/ui/card.tsx'
import { RadioCard } from '#web/ui/form/choice/radio-card.tsx'
import { AddMoneyForm } from './add-money-form.tsx'

/** Adds money to the rupee wallet, or to one in another currency if the shop has a gateway for it. */
export function AddMoney() {
  const [params] = useSearchParams()
  const [, ...others] = listCurrencies()
  const needs = useSuspenseQueries({ queries: others.map((one) => paymentNeeds(one)) })
  const offered = others.filter((_, at) => needs[at]!.data.isOffered)
  const named = Currency.safeParse(params.get('currency')).data ?? 'INR'
  const [chosen, setChosen] = useState(named)
  const currency = offered.find((one) => one === chosen) ?? 'INR'
  return (
    <Card title="Add Money">
      {offered.length > 0 && (
        <WalletChoice all={['INR', ...offered]} currency={currency} onChoose={setChosen} />
      )}
      <AddMoneyForm
        key={currency}
        currency={currency}
        lacking={currency === named ? params.get('amount') : null}
      />
    </Card>
  )
}

type WalletChoiceProps = {
  all: Currency[]
  currency: Currency
  onChoose: (currency: Currency) => void
}

const WalletChoice = ({ all, currency, onChoose }: WalletChoiceProps) => (
  <fieldset className="mb-5 grid grid-cols-2 gap-3">
    <legend className="sr-only">Wallet</legend>
    {all.map((one) => (
      <RadioCard
        key={one}
        group="wallet"
        title={titleOf(one)}
        isChosen={one === currency}
        onChoose={() => onChoose(one)}
        className="grid"
      >
        {one}
      </RadioCard>
    ))}
  </fieldset>
)
