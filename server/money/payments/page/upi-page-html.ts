import { renderSVG } from 'uqr'
import { escape, layOut } from './pay-page-html.ts'

type UpiPage = {
  shopName: string
  amount: string
  purpose: string // what is paid for
  uri: string
  endsInSeconds: number
  isIPhone: boolean
  backPath: string
}

/** Apps with a scheme of their own, for iPhones, which don't let people choose an app for `upi://`. */
const IPHONE_APPS = {
  'Google Pay': 'gpay://upi/pay?',
  PhonePe: 'phonepe://pay?',
  Paytm: 'paytmmp://pay?',
}
const UPI = 'upi://pay?'

/** The shop's own page with a UPI code. A phone opens the customer's UPI app; other devices show the code to scan. */
export function renderUpiPage({ shopName, amount, purpose, ...page }: UpiPage): string {
  const { uri, endsInSeconds, backPath } = page
  return layOut({
    shopName,
    title: `Pay ${amount} by UPI`,
    script: '<script src="/pay-upi.js" defer></script>',
    main: `<h1>Pay by UPI</h1>
<p class="amount">${escape(amount)}</p>
<p>${escape(purpose)}</p>
<div id="code">
<div class="apps">
${renderApps(page).join('\n')}
</div>
<p class="scan">Scan this code with any UPI app, such as Google Pay, PhonePe or Paytm.</p>
${renderQrCode(uri, `UPI code for ${amount}`)}
<p>Pay within <span id="left" role="timer" data-seconds="${endsInSeconds}">${toClock(endsInSeconds)}</span>.
This page updates automatically.</p>
</div>
<p id="over" hidden>This code has expired. Go back to try again.</p>
<p><a id="back-to-shop" href="${escape(backPath)}">Back to ${escape(shopName)}</a></p>
<p id="news" class="unseen" aria-live="polite"></p>`,
  })
}

function renderApps({ uri, isIPhone }: Pick<UpiPage, 'uri' | 'isIPhone'>): string[] {
  const own = isIPhone && uri.startsWith(UPI) ? Object.entries(IPHONE_APPS) : []
  return [
    ...own.map(
      ([name, scheme]) =>
        `<a href="${escape(uri.replace(UPI, scheme))}" class="app">Pay with ${name}</a>`,
    ),
    `<a id="pay" href="${escape(uri)}" class="app">Pay with ${own.length > 0 ? 'another' : 'your'} UPI app</a>`,
  ]
}

/** Dark on light in every colour scheme, because cameras need it. */
const renderQrCode = (text: string, label: string): string =>
  `<div class="qr" role="img" aria-label="${escape(label)}">${renderSVG(text, { ecc: 'M', border: 3 })}</div>`

const toClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The page leads to no other host. UPI apps are opened by their links. */
export const UPI_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
