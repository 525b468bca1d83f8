import { ApiError } from '#web/api/call.ts'

type PaymentPage = { payment_url?: string; paymentUrl?: string }

export const NO_PAGE = 'NO_PAYMENT_PAGE'

/** Opens the gateway's page. The promise never resolves, so the button stays busy until the page unloads. */
export async function goToPayment({ payment_url, paymentUrl = payment_url }: PaymentPage) {
  if (!paymentUrl)
    throw new ApiError({ code: NO_PAGE, message: 'Payment URL not found in the response.' })
  window.location.assign(paymentUrl)
  await new Promise(() => {})
}
