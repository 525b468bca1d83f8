import { z } from 'zod'
import { getUser, listUsers } from '#contract/users.ts'
import { giftBalance, giftUsdBalance } from '#contract/wallet.ts'
import { useSend } from '#web/api/use-send.ts'
import { Form, TextField } from '#web/ui/form.tsx'
import { typed } from './typed.ts'

const GIFTS = {
  INR: { call: giftBalance, symbol: '₹', label: 'Gift rupees', submit: 'Gift ₹' },
  USD: { call: giftUsdBalance, symbol: '$', label: 'Gift dollars', submit: 'Gift $' },
} as const

type Props = { userId: string; currency: 'INR' | 'USD'; onDone: () => void }

/** Money of the shop for somebody's wallet. However often it is pressed, it goes once. */
export function Gift({ userId, currency, onDone }: Props) {
  const { call, symbol, label, submit } = GIFTS[currency]
  const send = useSend(call, { refetch: [listUsers, getUser], onDone })
  return (
    <Form
      schema={z.strictObject({ amount: typed(call.input.shape.amount) })}
      initial={{ amount: '' }}
      submit={{ label: submit, busyLabel: 'Gifting...', isPlain: true }}
      onSubmit={({ amount }) => send.mutateAsync({ userId, amount })}
    >
      <TextField
        name="amount"
        label={label}
        before={symbol}
        inputMode="decimal"
        autoComplete="off"
        className="money"
      />
    </Form>
  )
}
