import type { PaymentGateway } from '#contract/money/payments.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

/** The address for gateway events. Without it the shop learns of payments a little later, by asking. */
export const GatewayWebhook = ({ gateway }: { gateway: PaymentGateway }) => (
  <section className="grid gap-1 border-y border-line py-4 text-sm">
    <h3 className="text-base">Webhook</h3>
    <p className="text-soft">{gateway.webhookAdvice}</p>
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
