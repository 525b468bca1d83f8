import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import type { Currency } from '#contract/core/money.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { rememberUser } from '#web/state/session.ts'

/** Refetched on each visit, because the shop may have switched to another gateway. */
export const paymentNeeds = (currency: Currency) => ({
  ...query(getPaymentNeeds, { currency }),
  staleTime: 0,
})

/** Saves the number to the account, so that customers enter it only once. */
export const useSavePhone = () =>
  useSend(editUser, {
    isQuiet: true,
    refetch: [getUser, getPaymentNeeds],
    onDone: (user) => void rememberUser(user),
  })

export const PHONE_HINT = 'The payment gateway needs your number. We save it to your account.'
