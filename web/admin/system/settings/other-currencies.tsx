import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  CURRENCIES_MAX,
  getRate,
  listRates,
  setCurrencyRate,
  withdrawCurrency,
} from '#contract/catalogue/rate.ts'
import { nameOf, type ForeignCurrency } from '#contract/core/money.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titleOf } from '#web/features/currency/currency-options.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'
import { RateFields, SetCurrencyRate, useSetRate, type CurrencyNow } from './set-rate.tsx'

const { currency: OtherCurrency, rate } = setCurrencyRate.input.shape

/** The currencies that the shop takes besides rupees and dollars, and the way to add one. */
export function OtherCurrencies() {
  const { data } = useSuspenseQuery(query(listRates, { page: 1, limit: PAGE_SIZE }))
  const [isAdding, setAdding] = useState(false)
  const { hasSource, currencies } = data
  const offered = currencies.filter(({ isOffered }) => isOffered)
  const others = offered.filter(({ currency }) => currency !== 'USD')
  return (
    <section aria-labelledby="others" className="grid max-w-checkout gap-4">
      <h2 id="others" className="text-xl">
        Other currencies
      </h2>
      <p className="max-w-prose text-soft">
        Customers can see prices in these, pay in them through gateways that take them, and have a
        wallet in each. Prices are still set in rupees.
      </p>
      {others.map((now) => (
        <OneCurrency key={now.currency} now={now} hasSource={hasSource} />
      ))}
      {offered.length < CURRENCIES_MAX && (
        <div>
          <Button onClick={() => setAdding(true)}>Add a currency</Button>
        </div>
      )}
      {isAdding && (
        <AddCurrency
          taken={offered.map(({ currency }) => currency)}
          hasSource={hasSource}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

type OneProps = { now: CurrencyNow; hasSource: boolean }

function OneCurrency({ now, hasSource }: OneProps) {
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { currency } = now
  const send = useSend(withdrawCurrency, {
    refetch: [getRate, listRates],
    onDone: () => setWithdrawing(false),
  })
  if (currency === 'USD') return null
  return (
    <Card title={`${titleOf(currency)} (${currency})`} className="max-w-text">
      <div className="grid gap-5">
        <SetCurrencyRate now={now} hasSource={hasSource} />
        <div>
          <Button onClick={() => setWithdrawing(true)}>Stop offering {nameOf(currency)}</Button>
        </div>
      </div>
      <Confirm
        question={`Stop offering ${nameOf(currency)}?`}
        action={{ label: 'Stop offering', isBusy: send.isPending, isDangerous: true }}
        isOpen={isWithdrawing}
        onConfirm={() => send.mutate({ currency })}
        onClose={() => setWithdrawing(false)}
      >
        Nobody can buy or add money in {nameOf(currency)} then. Orders and wallets keep their money,
        and payments that are under way still arrive.
      </Confirm>
    </Card>
  )
}

type AddProps = { taken: ForeignCurrency[]; hasSource: boolean; onClose: () => void }

function AddCurrency({ taken, hasSource, onClose }: AddProps) {
  const free = OtherCurrency.options.filter((one) => !taken.includes(one))
  const [currency, setCurrency] = useState(free[0]!)
  const { send } = useSetRate(currency, onClose)
  const options = free
    .map((value) => ({ value, label: `${value}, ${nameOf(value)}` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
  return (
    <Dialog title="Add a currency" isOpen onClose={onClose}>
      <div className="grid gap-5">
        <Choice
          label="Currency"
          options={options}
          value={currency}
          onChange={(value) => setCurrency(OtherCurrency.parse(value))}
        />
        <Form
          key={currency}
          schema={z.strictObject({ rate: numberText(rate), follow: z.boolean() })}
          initial={{ rate: '', follow: hasSource }}
          submit={{ label: 'Add', busyLabel: 'Adding...' }}
          onCancel={onClose}
          onSubmit={async (input) => void (await send(input))}
        >
          <RateFields currency={currency} hasSource={hasSource} />
        </Form>
      </div>
    </Dialog>
  )
}
