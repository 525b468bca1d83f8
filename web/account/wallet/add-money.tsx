import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { readNumber } from '#contract/core/decimals.ts'
import { formatMoney, Rupees, toDecimal } from '#contract/core/money.ts'
import { INVALID_PHONE, Phone } from '#contract/accounts/people.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { useSend } from '#web/api/use-send.ts'
import { goToPayment } from '#web/features/payment/go-to-payment.ts'
import { paymentNeeds, PHONE_HINT, useSavePhone } from '#web/features/payment/payment-needs.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { AmountField } from '#web/ui/form/amount-field.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { tidyPhone } from '#web/ui/form/tidy.ts'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { roundUp } from './round-up.ts'

const QUICK = [10, 20, 30, 40, 100, 200, 300, 400]

const phone = Phone('Please enter your phone number', INVALID_PHONE)
const amount = z.string().transform(readNumber).pipe(addMoney.input.shape.amount)
const schema = z.strictObject({ amount, phone: phone.optional() })
const schemaWithPhone = schema.required()

/** Form for adding money. A checkout with too low a balance passes the missing amount in the address. */
export function AddMoney() {
  const [params] = useSearchParams()
  const lacking = readAmount(params.get('amount'))
  const limit = useShopFacts()?.addMoneyMax
  const [visit, setVisit] = useState(1)
  const isPhoneNeeded = useSuspenseQuery(paymentNeeds).data.needs.includes('phone')
  const add = useSend(addMoney, { onDone: goToPayment })
  const save = useSavePhone()
  const client = useQueryClient()
  usePageRestored(() => setVisit(visit + 1))

  async function send({ amount, phone }: z.output<typeof schema>): Promise<void> {
    if (phone) await save.mutateAsync({ phone })
    try {
      await add.mutateAsync({ amount })
    } catch (error) {
      // The shop may have switched gateways. Refetching shows the newly needed field before the error.
      await client.invalidateQueries(paymentNeeds)
      throw error
    }
  }

  return (
    <Card title="Add Money">
      {lacking !== null && <Lacking paise={lacking} />}
      <Form
        key={`${lacking} ${visit}`}
        schema={isPhoneNeeded ? schemaWithPhone : schema}
        initial={{ amount: lacking === null ? '' : toDecimal(lacking, 'INR') }}
        submit={{ label: 'Add Money', isWide: true }}
        onSubmit={send}
      >
        <AmountField
          name="amount"
          label="Amount"
          symbol="₹"
          steps={QUICK}
          amounts={lacking === null ? [] : roundUp(lacking, limit ?? Infinity)}
          {...(limit ? { hint: `At most ${formatMoney(limit, 'INR')} at a time.` } : {})}
        />
        {isPhoneNeeded && (
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
        )}
      </Form>
    </Card>
  )
}

const Lacking = ({ paise }: { paise: number }) => (
  <p className="mb-5 border-l-4 border-lantern pl-4">
    You need <strong className="money">{formatMoney(paise, 'INR')}</strong> more for your order.
    We’ve filled in the amount.
  </p>
)

/** Reads an amount in paise. Returns null for zero and for invalid amounts. */
function readAmount(text: string | null): number | null {
  if (text === null) return null
  const { data } = Rupees.safeDecode(Number(text))
  return data ? data : null
}
