import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Output } from '#contract/core/endpoint.ts'
import {
  getRate,
  listRates,
  rateSchema,
  setCurrencyRate,
  setRate,
} from '#contract/catalogue/rate.ts'
import { nameOf, symbolOf, type ForeignCurrency } from '#contract/core/money.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'

/** A larger change is more likely a misplaced decimal point than a market move. */
const LIKELY_PERCENT = 10

export type CurrencyNow = Output<typeof listRates>['currencies'][number]
type Set = { rate: number; follow: boolean }

/** Shows all decimals without trailing zeros. */
export const formatRate = (rate: number): string => rate.toFixed(8).replace(/\.?0+$/, '')

/** Sends a currency's rate. That of dollars has a call of its own. */
export function useSetRate(currency: ForeignCurrency, onDone: () => void) {
  const options = { refetch: [getRate, listRates], onDone }
  const dollars = useSend(setRate, options)
  const others = useSend(setCurrencyRate, options)
  return {
    isPending: dollars.isPending || others.isPending,
    send: ({ rate, follow }: Set) =>
      currency === 'USD'
        ? dollars.mutateAsync({ USD: rate, follow })
        : others.mutateAsync({ currency, rate, follow }),
  }
}

/** Sets the rupee's value in dollars, which all dollar prices follow. */
export function SetRate() {
  const { data } = useSuspenseQuery(query(listRates, { page: 1, limit: PAGE_SIZE }))
  const dollars = data.currencies.find(({ currency }) => currency === 'USD')!
  return <SetCurrencyRate now={dollars} hasSource={data.hasSource} />
}

type Props = { now: CurrencyNow; hasSource: boolean }

/** Sets the rupee's value in a currency, which all its prices follow. */
export function SetCurrencyRate({ now, hasSource }: Props) {
  const { currency, rate, isHeld, problem } = now
  const schema = z.strictObject({ rate: numberText(rateSchema(currency)), follow: z.boolean() })
  const [doubted, setDoubted] = useState<Set | null>(null)
  const close = () => setDoubted(null)
  const { send, isPending } = useSetRate(currency, close)
  const symbol = symbolOf(currency)
  return (
    <div className="grid gap-5">
      <p className="text-soft">{describe(now, hasSource)}</p>
      {problem && (
        <p className="rounded-md bg-bad-soft p-3 font-medium text-bad">
          {problem.problem}. Since {formatDate(problem.at)}.
        </p>
      )}
      <Form
        schema={schema}
        initial={{ rate: formatRate(rate), follow: hasSource && !isHeld }}
        submit={{ label: 'Set', busyLabel: 'Setting...' }}
        onSubmit={async (input) => {
          if (percentBetween(rate, input.rate) > LIKELY_PERCENT) setDoubted(input)
          else await send(input)
        }}
      >
        <RateFields currency={currency} hasSource={hasSource} />
      </Form>
      {doubted && (
        <Confirm
          question={`Set ₹1 = ${symbol}${formatRate(doubted.rate)}?`}
          action={{ label: 'Set', isBusy: isPending, isDangerous: true }}
          isOpen
          onConfirm={() => void send(doubted)}
          onClose={close}
        >
          It is {symbol}
          {formatRate(rate)} now, so prices in {nameOf(currency)} change by{' '}
          {percentBetween(rate, doubted.rate).toFixed(0)} % at once.
        </Confirm>
      )}
    </div>
  )
}

type FieldsProps = { currency: ForeignCurrency; hasSource: boolean }

/** The fields of a form that sets a rate. */
export const RateFields = ({ currency, hasSource }: FieldsProps) => (
  <>
    <TextField
      name="rate"
      label={`₹1 = ${currency}`}
      before={symbolOf(currency)}
      inputMode="decimal"
      autoComplete="off"
      className="money"
    />
    <InRupees currency={currency} />
    {hasSource && (
      <CheckField
        name="follow"
        label="Follow the rate source from now on"
        hint="Otherwise this rate stays until somebody changes it."
      />
    )}
  </>
)

const percentBetween = (now: number, next: number): number => Math.abs((next / now - 1) * 100)

function describe({ currency, isHeld }: CurrencyNow, hasSource: boolean): string {
  const prices = `Prices in ${nameOf(currency)} follow this rate`
  if (!hasSource) return `${prices}. It stays until somebody changes it.`
  return isHeld
    ? `${prices}. It was set by hand, and the rate source does not change it.`
    : `${prices}, and the rate source changes it every few hours.`
}

/** Shows the rate in rupees for one unit of the currency, the way people know it. */
function InRupees({ currency }: { currency: ForeignCurrency }) {
  const { data } = numberText(rateSchema(currency)).safeParse(useWatch({ name: 'rate' }))
  return (
    <p className="-mt-3 text-sm text-soft">
      {data === undefined
        ? `The value of one rupee in ${nameOf(currency)}.`
        : `${symbolOf(currency)}1 is then ₹${inRupees(data)}.`}
    </p>
  )
}

export const inRupees = (rate: number): string => (1 / rate).toFixed(rate > 1 ? 4 : 2)
