import { useState } from 'react'
import { z } from 'zod'
import {
  adjustBalance,
  adjustForeignBalance,
  AdjustmentNote,
  AdjustmentReason,
  listAdjustments,
} from '#contract/money/adjustments.ts'
import { getUser } from '#contract/accounts/users.ts'
import { getUserOverview, type UserOverview } from '#contract/backoffice/user-detail.ts'
import { balanceIn } from '#contract/core/balances.ts'
import {
  ForeignCurrency,
  formatBalance,
  formatExactly,
  type Currency,
} from '#contract/core/money.ts'
import { giftBalance, giftForeignBalance, listAllTransactions } from '#contract/money/wallet.ts'
import { useSend } from '#web/api/use-send.ts'
import { currencyOptions, walletCurrencies } from '#web/features/currency/currency-options.ts'
import { inForeign } from '#web/features/currency/in-foreign.ts'
import { AmountFields } from '#web/admin/people/amount-fields.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'
import { toast } from '#web/state/toasts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'

const DIRECTIONS = [
  { value: 'add', label: 'Add money' },
  { value: 'take', label: 'Take money' },
]

const shared = {
  direction: z.enum(['add', 'take']),
  reason: AdjustmentReason,
  note: AdjustmentNote,
}

/** Rupees and other currencies differ in decimals, so the amount is parsed together with its currency. */
const schema = z.discriminatedUnion('currency', [
  z.strictObject({
    ...shared,
    currency: z.literal('INR'),
    amount: numberText(giftBalance.input.shape.amount),
  }),
  z.strictObject({
    ...shared,
    currency: ForeignCurrency,
    amount: numberText(giftForeignBalance.input.shape.amount),
  }),
])

type Chosen = { currency: Currency; amount: number; reason: string; note: string }
type Props = { user: UserOverview; onClose: () => void }

/** Adds money to a customer's wallet or takes it, after a confirmation that shows the balance afterwards. */
export function AdjustDialog({ user, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <Dialog title={`Adjust ${user.fullName}’s balance`} isOpen onClose={onClose}>
      <Form
        schema={schema}
        initial={{ direction: 'add', currency: 'INR', amount: '', reason: '', note: '' }}
        submit={{ label: 'Continue', isPlain: true }}
        onCancel={onClose}
        onSubmit={async ({ direction, amount, ...rest }) =>
          setChosen({ ...rest, amount: direction === 'take' ? -amount : amount })
        }
      >
        <SelectField name="direction" label="Adjustment" options={DIRECTIONS} />
        <AmountFields wallets={currencyOptions(walletCurrencies(user))} />
        <LongTextField name="reason" label="Reason" rows={2} hint="The customer sees this." />
        <LongTextField name="note" label="Note" rows={2} hint="Only staff can see this." />
      </Form>
      {chosen && (
        <ConfirmAdjustment
          user={user}
          chosen={chosen}
          onDone={onClose}
          onClose={() => setChosen(null)}
        />
      )}
    </Dialog>
  )
}

type ConfirmProps = Props & { chosen: Chosen; onDone: () => void }

function ConfirmAdjustment({ user, chosen, onDone, onClose }: ConfirmProps) {
  const { currency, ...adjustment } = chosen
  const { amount } = adjustment
  const money = formatExactly(Math.abs(amount), currency)
  const isCredit = amount > 0
  const after = balanceIn(user, currency) + amount
  const send = useSend(currency === 'INR' ? adjustBalance : adjustForeignBalance, {
    refetch: [getUser, getUserOverview, listAllTransactions, listAdjustments],
    onDone: ({ state }) => {
      toast(
        'success',
        state === 'done'
          ? `${isCredit ? 'Added' : 'Took'} ${money}`
          : 'A second administrator must approve this. They’ve been told',
      )
      onDone()
    },
  })
  return (
    <Confirm
      question={
        isCredit
          ? `Add ${money} to ${user.fullName}’s wallet?`
          : `Take ${money} from ${user.fullName}’s wallet?`
      }
      action={{ label: `${isCredit ? 'Add' : 'Take'} ${money}`, isBusy: send.isPending }}
      isOpen
      onConfirm={() => send.mutate({ ...adjustment, ...inForeign(currency), userId: user._id })}
      onClose={onClose}
    >
      The balance will be {formatBalance(after, currency)}.
      {after < 0 && ' Below zero, the customer can’t spend from this wallet.'}
    </Confirm>
  )
}
