import { useState } from 'react'
import { editPaymentGateway, listPaymentGateways, type PaymentGateway } from '#contract/payments.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, TextField } from '#web/ui/form.tsx'
import { GatewayWebhook } from './gateway-webhook.tsx'

type Props = { gateway: PaymentGateway; onClose: () => void }
type Field = PaymentGateway['credentials'][number]

const SOURCES = {
  'back office': 'These were entered here.',
  environment:
    'These come from the server’s environment. Once one is changed here, the shop keeps all of them itself.',
} as const

/** As whom the shop comes to a gateway. What is secret is never shown again. */
export function GatewayCredentials({ gateway, onClose }: Props) {
  const { name, title, credentials, source } = gateway
  const save = useSend(editPaymentGateway, { refetch: [listPaymentGateways], onDone: onClose })
  const initial = credentials.map((field) => [field.name, field.value])
  return (
    <Dialog title={`Set up ${title}`} isOpen onClose={onClose}>
      <div className="grid gap-5">
        {source && <p className="-mt-3 text-soft">{SOURCES[source]}</p>}
        <Form
          schema={editPaymentGateway.input}
          initial={{ name, credentials: Object.fromEntries(initial) }}
          submit={{ label: 'Save', busyLabel: 'Saving...' }}
          onSubmit={(typed) =>
            save.mutateAsync({ name, credentials: changed(credentials, typed.credentials) })
          }
        >
          {credentials.map((field) => (
            <Credential key={field.name} field={field} />
          ))}
          <GatewayWebhook gateway={gateway} />
        </Form>
        {source === 'back office' && <Forget gateway={gateway} onDone={onClose} />}
      </div>
    </Dialog>
  )
}

function Credential({ field: { name, label, hint, isSecret, isSet } }: { field: Field }) {
  const hints = [hint && `${hint}.`, isSecret && isSet && 'It is set: leave this empty to keep it.']
  return (
    <TextField
      name={`credentials.${name}`}
      label={label}
      hint={hints.filter(Boolean).join(' ')}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono"
    />
  )
}

/** A secret that was left empty stays; anything else that was emptied is taken away. */
function changed(fields: Field[], typed: Record<string, string>): Record<string, string> {
  const isChanged = ({ name, isSecret, value }: Field) =>
    isSecret ? typed[name] !== '' : typed[name] !== value
  return Object.fromEntries(fields.filter(isChanged).map(({ name }) => [name, typed[name] ?? '']))
}

function Forget({
  gateway: { name, title, credentials, isActive },
  onDone,
}: {
  gateway: PaymentGateway
  onDone: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const forget = useSend(editPaymentGateway, { refetch: [listPaymentGateways], onDone })
  const nothing = Object.fromEntries(credentials.map((field) => [field.name, '']))
  return (
    <>
      <Button look="quiet" className="-ml-5 justify-self-start" onClick={() => setAsking(true)}>
        Forget these credentials
      </Button>
      <Confirm
        question={`Forget the credentials of ${title}?`}
        action={{ label: 'Forget them', isBusy: forget.isPending, isDangerous: true }}
        isOpen={isAsking}
        onConfirm={() => forget.mutate({ name, credentials: nothing })}
        onClose={() => setAsking(false)}
      >
        Those of the server’s environment count again, where it has any. Without them the shop
        cannot ask {title} about payments and refunds that are still open
        {isActive && ', and takes no new ones'}.
      </Confirm>
    </>
  )
}
