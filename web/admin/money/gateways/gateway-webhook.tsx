import type { GatewayName, PaymentGateway } from '#contract/money/payments.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

/** Instructions for entering the address at each gateway. */
const ADVICE: Record<GatewayName, string> = {
  razorpay:
    'In Razorpay’s dashboard, add a webhook with this address and the webhook secret above, for all events of payment links, payments, refunds and disputes.',
  cashfree:
    'In Cashfree’s dashboard, add a webhook with this address, for payments, payment links, refunds and disputes.',
  phonepe:
    'In PhonePe’s dashboard, add a webhook with this address and the username and password above, for orders, refunds and disputes.',
  payu: 'In PayU’s dashboard, add a webhook with this address, for successful payments, failed payments, refunds and chargebacks.',
  paytm:
    'In Paytm’s dashboard, enter this address where it asks for the one to notify, for payments and for refunds. Ask Paytm to send chargeback notices to it too.',
  paypal:
    'In PayPal’s dashboard, add a webhook with this address to your app, for checkout orders, captures, refunds and disputes. The id it then shows is the webhook id above.',
  btcpay:
    'In BTCPay Server, add a webhook with this address to your store, for all events. The secret it then shows is the webhook secret above.',
  stripe:
    'In Stripe’s dashboard, add an endpoint with this address, for checkout sessions, charges, refunds and disputes. The secret it then signs with is the webhook secret above.',
}

/** The address for gateway events. Without it the shop learns of payments a little later, by asking. */
export const GatewayWebhook = ({ gateway }: { gateway: PaymentGateway }) => (
  <section className="grid gap-1 border-y border-line py-4 text-sm">
    <h3 className="text-base">Webhook</h3>
    <p className="text-soft">{ADVICE[gateway.name]}</p>
    <div className="font-mono">
      <CopyButton text={gateway.webhookUrl} label="Copy the webhook address" />
    </div>
    <p className="text-soft">
      {gateway.lastWebhookAt
        ? `Last received on ${formatDate(gateway.lastWebhookAt)}.`
        : 'None received yet. The shop still checks each payment, only later.'}
    </p>
  </section>
)
