import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { getRate, leastIn, rateIn } from '#contract/catalogue/rate.ts'
import { readNumber } from '#contract/core/decimals.ts'
import {
  convert,
  formatHundredths,
  formatMoney,
  Hundredths,
  priceStepOf,
  symbolOf,
  tellStep,
  toHundredths,
  writeHundredths,
  type Currency,
} from '#contract/core/money.ts'
import { INVALID_PHONE, Phone } from '#contract/accounts/people.ts'
import { addForeignMoney, addMoney } from '#contract/money/wallet.ts'
import { ApiError, query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { inForeign } from '#web/features/currency/in-foreign.ts'
import { goToPayment } from '#web/features/payment/go-to-payment.ts'
import { paymentNeeds, PHONE_HINT, useSavePhone } from '#web/features/payment/payment-needs.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { AmountField } from '#web/ui/form/amount-field.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { tidyPhone } from '#web/ui/form/tidy.ts'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { useMethod } from './use-method.tsx'
import { roundUp } from './round-up.ts'

const RUPEE_STEPS = [10, 20, 30, 40, 100, 200, 300, 400]
const DOLLAR_STEPS = [1, 2, 5, 10, 20, 25, 50, 100]

const phone = Phone('Please enter your phone number', INVALID_PHONE)

type AddMoneyCall = typeof addMoney | typeof addForeignMoney

type Limits = { currency: Currency; least: number; isPhoneNeeded: boolean }

/** The server checks the same. */
const schemaOf = (endpoint: AddMoneyCall, { currency, least, isPhoneNeeded }: Limits) =>
  z.strictObject({
    amount: z
      .string()
      .transform(readNumber)
      .pipe(
        endpoint.input.shape.amount
          .refine((amount) => amount % priceStepOf(currency) === 0, tellStep(currency))
          .refine((amount) => amount >= least, `Add at least ${formatMoney(least, currency)}`),
      ),
    phone: isPhoneNeeded ? phone : phone.optional(),
  })

type Props = {
  currency: Currency
  lacking: string | null // the amount that a checkout lacks
}

/** Form for adding money. A checkout with too low a balance passes the missing amount in the address. */
export function AddMoneyForm({ currency, lacking: text }: Props) {
  const endpoint = currency === 'INR' ? addMoney : addForeignMoney
  const { least, steps } = useAmounts(currency)
  const lacking = readAmount(text)
  const limit = useLimit(currency)
  const [visit, setVisit] = useState(1)
  const needs = paymentNeeds(currency)
  const { needs: asked, methods } = useSuspenseQuery(needs).data
  const [isRefused, setRefused] = useState(false) // by a stand-in that needs a phone number
  const isPhoneNeeded = asked.includes('phone') || isRefused
  const { method, choice } = useMethod(methods)
  const add = useSend(endpoint, { onDone: goToPayment })
  const save = useSavePhone()
  const client = useQueryClient()
  usePageRestored(() => setVisit(visit + 1))

  async function send({ amount, phone }: z.output<ReturnType<typeof schemaOf>>): Promise<void> {
    if (phone) await save.mutateAsync({ phone })
    setRefused(false)
    try {
      await add.mutateAsync({ ...inForeign(currency), amount, ...(method && { method }) })
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
        schema={schemaOf(endpoint, { currency, least, isPhoneNeeded })}
        initial={{ amount: lacking === null ? '' : writeHundredths(lacking) }}
        submit={{ label: 'Add Money', isWide: true }}
        onSubmit={send}
      >
        <AmountField
          name="amount"
          label="Amount"
          symbol={symbolOf(currency)}
          steps={steps}
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
  const { data: rates } = useSuspenseQuery(query(getRate, {}))
  return currency !== 'INR' && limit < Infinity
    ? toHundredths(convert(limit, currency, rateIn(rates, currency)), currency)
    : limit
}

/** The least amount, and round ones. Those in dollars are multiplied by ten or more where one unit is worth little. */
function useAmounts(currency: Currency): { least: number; steps: number[] } {
  const { data: rates } = useSuspenseQuery(query(getRate, {}))
  const rate = rateIn(rates, currency)
  if (rate === null) return { least: 0, steps: RUPEE_STEPS }
  const factor = 10 ** Math.max(0, Math.round(Math.log10(rate / rates.USD)))
  return { least: leastIn(rates, currency), steps: DOLLAR_STEPS.map((step) => step * factor) }
}

/** Reads an amount in hundredths. Returns null for zero and for invalid amounts. */
function readAmount(text: string | null): number | null {
  if (text === null) return null
  const { data } = Hundredths.safeDecode(Number(text))
  return data ? data : null
}
