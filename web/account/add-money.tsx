import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { formatMoney, Rupees, toDecimal } from '#contract/money.ts'
import { addMoney } from '#contract/wallet.ts'
import { useSend } from '#web/api/use-send.ts'
import { goToPayment } from '#web/layouts/go-to-payment.ts'
import { useShopFacts } from '#web/layouts/use-shop-facts.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { useComeBack } from '#web/ui/use-come-back.ts'

const QUICK = [10, 20, 30, 40, 100, 200, 300, 400]

const { amount } = addMoney.input.shape
const schema = z.strictObject({
  amount: z
    .string()
    .transform((typed) => (typed === '' ? Number.NaN : Number(typed)))
    .pipe(amount),
})

/** Typed, or built with a few presses; a checkout that lacks money says in the address how much. */
export function AddMoney() {
  const [params] = useSearchParams()
  const lacking = readAmount(params.get('amount'))
  const limit = useShopFacts()?.addMoneyMax
  const [visit, setVisit] = useState(1)
  const add = useSend(addMoney, { onDone: goToPayment })
  useComeBack(() => setVisit(visit + 1))
  return (
    <Card title="Add Money">
      {lacking !== null && (
        <p className="mb-5 border-l-4 border-lantern pl-4">
          Your order lacks <strong className="money">{formatMoney(lacking, 'INR')}</strong>. The
          amount is filled in.
        </p>
      )}
      <Form
        key={`${lacking} ${visit}`}
        schema={schema}
        initial={{ amount: lacking === null ? '' : toDecimal(lacking, 'INR') }}
        submit={{ label: 'Add Money', isWide: true }}
        onSubmit={add.mutateAsync}
      >
        <AmountField
          name="amount"
          label="Amount"
          symbol="₹"
          steps={QUICK}
          {...(limit ? { hint: `At most ${formatMoney(limit, 'INR')} at a time.` } : {})}
        />
      </Form>
    </Card>
  )
}

/** In paise; what is no amount above nothing was never lacking. */
function readAmount(text: string | null): number | null {
  if (text === null) return null
  const { data } = Rupees.safeDecode(Number(text))
  return data ? data : null
}
