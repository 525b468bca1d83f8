import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { ForeignCurrency, formatExactly, type Currency } from '#contract/core/money.ts'
import { getUserOverview } from '#contract/backoffice/user-detail.ts'
import { getUser, listUsers } from '#contract/accounts/users.ts'
import {
  giftBalance,
  GiftReason,
  giftForeignBalance,
  listAllTransactions,
} from '#contract/money/wallet.ts'
import { ApiError } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/state/toasts.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { currencyOptions } from '#web/features/currency/currency-options.ts'
import { inForeign } from '#web/features/currency/in-foreign.ts'
import { AmountFields } from '#web/admin/people/amount-fields.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'

/** Rupees and other currencies differ in decimals, so the amount is parsed together with its currency. */
const schema = z.discriminatedUnion('currency', [
  z.strictObject({
    currency: z.literal('INR'),
    amount: numberText(giftBalance.input.shape.amount),
    reason: GiftReason,
  }),
  z.strictObject({
    currency: ForeignCurrency,
    amount: numberText(giftForeignBalance.input.shape.amount),
    reason: GiftReason,
  }),
])
type Chosen = { currency: Currency; amount: number; reason: string }

export type Recipient = { _id: string; fullName: string }

type Props = { user: Recipient; onDone: () => void }

/** Adds the shop's money to a customer's wallet, after a confirmation that names both. */
export function Gift({ user, onDone }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <Form
      schema={schema}
      initial={{ currency: 'INR', amount: '', reason: '' }}
      submit={{ label: 'Continue', isPlain: true }}
      onSubmit={async (gift) => setChosen(gift)}
    >
      <AmountFields wallets={currencyOptions()} />
      <AdjustInstead user={user} onDone={onDone} />
      <LongTextField name="reason" label="Reason" rows={2} hint="Only staff can see this." />
      {chosen && (
        <ConfirmGift user={user} {...chosen} onDone={onDone} onClose={() => setChosen(null)} />
      )}
    </Form>
  )
}

const ABOVE_LIMIT = 'GIFT_ABOVE_LIMIT'

/** Links to the adjustment when the gift needs a second administrator. */
function AdjustInstead({ user, onDone }: Props) {
  const { getFieldState, formState } = useFormContext()
  if (getFieldState('amount', formState).error?.type !== ABOVE_LIMIT) return null
  return (
    <Link
      to={paths.adminUserAdjusting(user._id)}
      onClick={onDone}
      className={`justify-self-start ${lineLink}`}
    >
      Adjust the balance of {user.fullName}
    </Link>
  )
}

type ConfirmProps = Props & Chosen & { onClose: () => void }

function ConfirmGift({ user, currency, amount, reason, onDone, onClose }: ConfirmProps) {
  const money = formatExactly(amount, currency)
  const wallet = `${user.fullName}’s wallet`
  const { setError } = useFormContext()
  const send = useSend(currency === 'INR' ? giftBalance : giftForeignBalance, {
    refetch: [listUsers, getUser, getUserOverview, listAllTransactions],
    isQuiet: true,
    onDone: () => {
      toast('success', `Added ${money} to ${wallet}`)
      onDone()
    },
  })

  function showLimit(error: Error): void {
    if (!(error instanceof ApiError) || error.code !== ABOVE_LIMIT) return
    setError('amount', { type: ABOVE_LIMIT, message: error.message })
    onClose()
  }

  return (
    <Confirm
      question={`Add ${money} to ${wallet}?`}
      action={{ label: `Add ${money}`, isBusy: send.isPending }}
      isOpen
      onConfirm={() =>
        send.mutate(
          { ...inForeign(currency), userId: user._id, amount, reason },
          { onError: showLimit },
        )
      }
      onClose={onClose}
    >
      Reason: {reason}
    </Confirm>
  )
}
