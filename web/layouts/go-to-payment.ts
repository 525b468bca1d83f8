import { ApiError } from '#web/api/call.ts'

type PaymentPage = { payment_url?: string; paymentUrl?: string }

export const NO_PAGE = 'NO_PAYMENT_PAGE'

/** Leaves for the gateway's page. Whoever waits for this stays busy until the page is gone. */
export async function goToPayment({ payment_url, paymentUrl = payment_url }: PaymentPage) {
  if (!paymentUrl)
    throw new ApiError({ code: NO_PAGE, message: 'Payment URL not found in the response.' })
  window.location.assign(paymentUrl)
  await new Promise(() => {})
}
