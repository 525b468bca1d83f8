import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Input, Output } from '#contract/core/endpoint.ts'
import { getRate, listRates, setRate } from '#contract/catalogue/rate.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'

const { USD } = setRate.input.shape

const RateFormValues = z.strictObject({ USD: numberText(USD), follow: z.boolean() })

/** A larger change is more likely a misplaced decimal point than a market move. */
const LIKELY_PERCENT = 10

type Rates = Output<typeof listRates>

/** Shows all decimals without trailing zeros. */
export const formatRate = (rate: number): string => rate.toFixed(8).replace(/\.?0+$/, '')

/** Sets the rupee's value in dollars, which all dollar prices follow. */
export function SetRate() {
  const { data } = useSuspenseQuery(query(listRates, { page: 1, limit: PAGE_SIZE }))
  const [doubted, setDoubted] = useState<Input<typeof setRate> | null>(null)
  const close = () => setDoubted(null)
  const send = useSend(setRate, { refetch: [getRate, listRates], onDone: close })
  const now = data.rates[0]!.USD
  return (
    <div className="grid gap-5">
      <p className="text-soft">{describe(data)}</p>
      {data.problem && (
        <p className="rounded-md bg-bad-soft p-3 font-medium text-bad">
          {data.problem.problem}. Since {formatDate(data.problem.at)}.
        </p>
      )}
      <Form
        schema={RateFormValues}
        initial={{ USD: formatRate(now), follow: data.hasSource && !data.isHeld }}
        submit={{ label: 'Set', busyLabel: 'Setting...' }}
        onSubmit={async (input) => {
          if (percentBetween(now, input.USD) > LIKELY_PERCENT) setDoubted(input)
          else await send.mutateAsync(input)
        }}
      >
        <TextField
          name="USD"
          label="₹1 = USD"
          before="$"
          inputMode="decimal"
          autoComplete="off"
          className="money"
        />
        <InRupees />
        {data.hasSource && (
          <CheckField
            name="follow"
            label="Follow the rate source from now on"
            hint="Otherwise this rate stays until somebody changes it."
          />
        )}
      </Form>
      {doubted && (
        <Confirm
          question={`Set ₹1 = $${formatRate(doubted.USD)}?`}
          action={{ label: 'Set', isBusy: send.isPending, isDangerous: true }}
          isOpen
          onConfirm={() => send.mutate(doubted)}
          onClose={close}
        >
          It is ${formatRate(now)} now, so dollar prices change by{' '}
          {percentBetween(now, doubted.USD).toFixed(0)} % at once.
        </Confirm>
      )}
    </div>
  )
}

const percentBetween = (now: number, next: number): number => Math.abs((next / now - 1) * 100)

function describe({ hasSource, isHeld }: Rates): string {
  if (!hasSource) return 'Prices in dollars follow this rate. It stays until somebody changes it.'
  return isHeld
    ? 'Prices in dollars follow this rate. It was set by hand, and the rate source does not change it.'
    : 'Prices in dollars follow this rate, and the rate source changes it every few hours.'
}

/** Shows the rate in rupees for a dollar, the way people know it. */
function InRupees() {
  const { data } = numberText(USD).safeParse(useWatch({ name: 'USD' }))
  return (
    <p className="-mt-3 text-sm text-soft">
      {data === undefined ? 'Dollars for one rupee.' : `$1 is then ₹${(1 / data).toFixed(2)}.`}
    </p>
  )
}
