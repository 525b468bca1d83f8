import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { getRate } from '#contract/catalogue/rate.ts'
import { readNumber } from '#contract/core/decimals.ts'
import {
  formatHundredths,
  Hundredths,
  toDollars,
  toHundredths,
  writeHundredths,
  type Currency,
} from '#contract/core/money.ts'
import { INVALID_PHONE, Phone } from '#contract/accounts/people.ts'
import { addDollars, addMoney } from '#contract/money/wallet.ts'
import { ApiError, query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { goToPayment } from '#web/features/payment/go-to-payment.ts'
import { paymentNeeds, PHONE_HINT, useSavePhone } from '#web/features/payment/payment-needs.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { AmountField } from '#web/ui/form/amount-field.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { tidyPhone } from '#web/ui/form/tidy.ts'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { useMethod } from './use-method.tsx'
import { roundUp } from './round-up.ts'

const WAYS = {
  INR: { endpoint: addMoney, symbol: '₹', steps: [10, 20, 30, 40, 100, 200, 300, 400] },
  USD: { endpoint: addDollars, symbol: '$', steps: [1, 2, 5, 10, 20, 25, 50, 100] },
} as const

const phone = Phone('Please enter your phone number', INVALID_PHONE)

const schemaOf = ({ endpoint }: (typeof WAYS)[Currency], isPhoneNeeded: boolean) =>
  z.strictObject({
    amount: z.string().transform(readNumber).pipe(endpoint.input.shape.amount),
    phone: isPhoneNeeded ? phone : phone.optional(),
  })

type Props = {
  currency: Currency
  lacking: string | null // the amount that a checkout lacks
}

/** Form for adding money. A checkout with too low a balance passes the missing amount in the address. */
export function AddMoneyForm({ currency, lacking: text }: Props) {
  const way = WAYS[currency]
  const lacking = readAmount(text)
  const limit = useLimit(currency)
  const [visit, setVisit] = useState(1)
  const needs = paymentNeeds(currency)
  const { needs: asked, methods } = useSuspenseQuery(needs).data
  const [isRefused, setRefused] = useState(false) // by a stand-in that needs a phone number
  const isPhoneNeeded = asked.includes('phone') || isRefused
  const { method, choice } = useMethod(methods)
  const add = useSend(way.endpoint, { onDone: goToPayment })
  const save = useSavePhone()
  const client = useQueryClient()
  usePageRestored(() => setVisit(visit + 1))

  async function send({ amount, phone }: z.output<ReturnType<typeof schemaOf>>): Promise<void> {
    if (phone) await save.mutateAsync({ phone })
    setRefused(false)
    try {
      await add.mutateAsync({ amount, ...(method && { method }) })
    } catch (error) {
      setRefused(error instanceof ApiError && error.code === 'PHONE_NEEDED')
      // The shop may have switched gateways. Refetching shows the newly needed field before the error.
      await client.invalidateQueries(needs)
      throw error
    }
  }

  return (
    <>
      {lacking !== null && <Lacking amount={lacking} currency={currency} />}
      {choice}
      <Form
        key={`${lacking} ${visit}`}
        schema={schemaOf(way, isPhoneNeeded)}
        initial={{ amount: lacking === null ? '' : writeHundredths(lacking) }}
        submit={{ label: 'Add Money', isWide: true }}
        onSubmit={send}
      >
        <AmountField
          name="amount"
          label="Amount"
          symbol={way.symbol}
          steps={[...way.steps]}
          amounts={lacking === null ? [] : roundUp(lacking, limit)}
          {...(limit < Infinity && {
            hint: `At most ${formatHundredths(limit, currency)} at a time.`,
          })}
        />
        {isPhoneNeeded && <PhoneNumber />}
      </Form>
    </>
  )
}

const PhoneNumber = () => (
  <TextField
    name="phone"
    label="Phone"
    type="tel"
    inputMode="numeric"
    autoComplete="tel-national"
    before="+91"
    hint={PHONE_HINT}
    tidy={tidyPhone}
  />
)

const Lacking = ({ amount, currency }: { amount: number; currency: Currency }) => (
  <p className="mb-5 border-l-4 border-lantern pl-4">
    You need <strong className="money">{formatHundredths(amount, currency)}</strong> more for your
    order. We’ve filled in the amount.
  </p>
)

/** The largest amount at a time, in hundredths. */
function useLimit(currency: Currency): number {
  const limit = useShopFacts()?.addMoneyMax ?? Infinity
  const { data: rate } = useSuspenseQuery(query(getRate, {}))
  return currency === 'USD' && limit < Infinity
    ? toHundredths(toDollars(limit, rate.USD), currency)
    : limit
}

/** Reads an amount in hundredths. Returns null for zero and for invalid amounts. */
function readAmount(text: string | null): number | null {
  if (text === null) return null
  const { data } = Hundredths.safeDecode(Number(text))
  return data ? data : null
}
