import { getPaymentNeeds } from '#contract/payment-needs.ts'
import { editUser, getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { rememberUser } from '#web/state/session.ts'

/** Asked again at each visit: the shop may take payments through another gateway by then. */
export const paymentNeeds = { ...query(getPaymentNeeds, {}), staleTime: 0 }

/** Keeps the number in the account, so that nobody is asked for it twice. */
export const useSavePhone = () =>
  useSend(editUser, {
    isQuiet: true,
    refetch: [getUser, getPaymentNeeds],
    onDone: (user) => void rememberUser(user),
  })

export const PHONE_HINT = 'The payment gateway needs your number. We save it to your account.'
