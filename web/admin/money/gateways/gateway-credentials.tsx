import {
  editPaymentGateway,
  listPaymentGateways,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import {
  CredentialFields,
  CredentialsNote,
  toChanged,
  toInitial,
} from '#web/admin/credentials/credential-fields.tsx'
import { ForgetCredentials } from '#web/admin/credentials/forget-credentials.tsx'
import { GatewayWebhook } from './gateway-webhook.tsx'

type Props = { gateway: PaymentGateway; onClose: () => void }

/** Edits the shop's credentials for a gateway. */
export function GatewayCredentials({ gateway, onClose }: Props) {
  const { name, credentials, source } = gateway
  const save = useSend(editPaymentGateway, { refetch: [listPaymentGateways], onDone: onClose })
  return (
    <Dialog title={`Set up ${gateway.title}`} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <CredentialsNote source={source} />
        <Form
          schema={editPaymentGateway.input}
          initial={{ name, credentials: toInitial(credentials) }}
          submit={{ label: 'Save', busyLabel: 'Saving...' }}
          onCancel={onClose}
          onSubmit={(typed) =>
            save.mutateAsync({ name, credentials: toChanged(credentials, typed.credentials) })
          }
        >
          <CredentialFields credentials={credentials} />
          <GatewayWebhook gateway={gateway} />
          {source === 'back office' && <Forget gateway={gateway} onDone={onClose} />}
        </Form>
      </div>
    </Dialog>
  )
}

function Forget({
  gateway: { name, title, credentials, isActive },
  onDone,
}: {
  gateway: PaymentGateway
  onDone: () => void
}) {
  const forget = useSend(editPaymentGateway, { refetch: [listPaymentGateways], onDone })
  const nothing = Object.fromEntries(credentials.map((field) => [field.name, '']))
  return (
    <ForgetCredentials
      title={title}
      isBusy={forget.isPending}
      onForget={() => forget.mutate({ name, credentials: nothing })}
    >
      Without them the shop can’t check open payments and refunds with {title}
      {isActive && 'or take new payments'}.
    </ForgetCredentials>
  )
}
