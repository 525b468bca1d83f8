import { page, type Answer } from '#sandbox/http.ts'
import { html, layout } from '#sandbox/screen/html.ts'

type UpiRequest = { gateway: string; id: string; amount: number }

/** The text of a UPI code. UPI apps accept it only unchanged, and so does `POST /pay`. */
export function upiUri({ gateway, id, amount }: UpiRequest): string {
  const fields = {
    pa: `gemstall.${gateway}@sandbox`,
    pn: 'Gemstall',
    tr: id,
    tn: 'Payment to Gemstall',
    am: (amount / 100).toFixed(2),
    cu: 'INR',
    mc: '5816',
    mode: '15',
    purpose: '00',
  }
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `upi://pay?${query.join('&')}`
}

/** A UPI app leads nowhere after a payment. The shop's page is still open. */
export const leaveUpiApp = (): Answer =>
  page(
    layout(
      'Back to the shop',
      html`<main class="narrow card">
        <h1>Back to the shop</h1>
        <p class="quiet">You can close this page. The shop’s page shows the result.</p>
      </main>`,
    ),
  )
