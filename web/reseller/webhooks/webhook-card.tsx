import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { listWebhookDeliveries, testWebhook } from '#contract/resellers/webhook-deliveries.ts'
import {
  deleteWebhook,
  editWebhook,
  getWebhookSecret,
  listWebhooks,
  renewWebhookSecret,
  type Webhook,
} from '#contract/resellers/webhooks.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/state/toasts.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { sayAttempt } from '#web/reseller/delivery-words.ts'
import { NewSecret } from '#web/reseller/new-secret.tsx'

type Props = { webhook: Webhook; onEdit: () => void; onLook: () => void }

export const WebhookCard = ({ webhook, onEdit, onLook }: Props) => (
  <li className="facet grid grid-cols-[minmax(0,1fr)] gap-3 border border-line bg-stall p-5 shadow-low">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h3 className="font-semibold wrap-anywhere">{webhook.name}</h3>
      <Badge tone={webhook.isTest ? 'glass' : 'lantern'}>{webhook.isTest ? 'Test' : 'Live'}</Badge>
      <WebhookStatus webhook={webhook} />
    </div>
    <p className="font-mono text-sm wrap-anywhere">{webhook.url}</p>
    <p className="text-sm text-soft">
      {webhook.events.length > 0 ? webhook.events.join(', ') : 'All events'}
      {webhook.succeededAt && `. Last delivered ${formatDate(webhook.succeededAt)}`}
      {webhook.oldSecretUntil &&
        `. The old secret works until ${formatDate(webhook.oldSecretUntil)}`}
    </p>
    <Actions webhook={webhook} onEdit={onEdit} onLook={onLook} />
  </li>
)

const WHY = {
  person: 'Disabled by you',
  gone: 'Disabled: your server answered 410',
  failing: 'Disabled: it failed for five days',
}

function WebhookStatus({
  webhook: { isEnabled, disabledFor, failingSince },
}: Pick<Props, 'webhook'>) {
  if (!isEnabled) return <Badge>{disabledFor ? WHY[disabledFor] : 'Disabled'}</Badge>
  if (failingSince) return <Badge tone="bad">{`Failing since ${formatDate(failingSince)}`}</Badge>
  return <Badge tone="good">Enabled</Badge>
}

function Actions({ webhook, onEdit, onLook }: Props) {
  const { _id: id, name, isEnabled } = webhook
  const refetch = [listWebhooks, listWebhookDeliveries]
  const test = useSend(testWebhook, { refetch })
  const edit = useSend(editWebhook, { refetch })
  const attempt = test.data?.lastAttempt
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Test ${name}`}
          isBusy={test.isPending}
          busyLabel="Sending..."
          onClick={() => test.mutate({ id })}
        >
          Test
        </Button>
        <Button size="sm" aria-label={`Deliveries to ${name}`} onClick={onLook}>
          Deliveries
        </Button>
        <Secret webhook={webhook} />
        <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="sm"
          aria-label={`${isEnabled ? 'Disable' : 'Enable'} ${name}`}
          isBusy={edit.isPending}
          onClick={() => edit.mutate({ id, isEnabled: !isEnabled })}
        >
          {isEnabled ? 'Disable' : 'Enable'}
        </Button>
        <Delete webhook={webhook} />
      </div>
      <output className="text-sm font-medium">
        {attempt && (
          <span className={attempt.error === null ? 'text-good' : 'text-bad'}>
            {sayAttempt(attempt)}
          </span>
        )}
      </output>
    </>
  )
}

function Delete({ webhook: { _id: id, name } }: Pick<Props, 'webhook'>) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const remove = useSend(deleteWebhook, { refetch: [listWebhooks], onDone: close })
  return (
    <>
      <Button size="sm" look="danger" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        question={`Delete ${name}?`}
        action={{ label: 'Delete', isBusy: remove.isPending, isDangerous: true }}
        isOpen={isAsking}
        onConfirm={() => remove.mutate({ id })}
        onClose={close}
      >
        We stop sending events to it, and its delivery log is deleted.
      </Confirm>
    </>
  )
}

/** The secret is loaded only when somebody asks to see it. */
function Secret({ webhook: { _id: id, name } }: Pick<Props, 'webhook'>) {
  const [secret, setSecret] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const look = useMutation({
    mutationFn: () => call(getWebhookSecret, { id }),
    onSuccess: (answer) => setSecret(answer.secret),
    onError: (error) => toast('error', error.message),
  })
  const renew = useSend(renewWebhookSecret, {
    refetch: [listWebhooks],
    onDone: (answer) => {
      setAsking(false)
      setSecret(answer.secret)
    },
  })
  return (
    <>
      <Button
        size="sm"
        aria-label={`Secret of ${name}`}
        isBusy={look.isPending}
        onClick={() => look.mutate()}
      >
        Secret
      </Button>
      <Button size="sm" aria-label={`New secret for ${name}`} onClick={() => setAsking(true)}>
        New secret
      </Button>
      <NewSecret title={`Secret of ${name}`} secret={secret} onClose={() => setSecret(null)}>
        Your program uses it to check that a webhook comes from us.
      </NewSecret>
      <Confirm
        question={`Make a new secret for ${name}?`}
        action={{ label: 'Make a new secret', isBusy: renew.isPending }}
        isOpen={isAsking}
        onConfirm={() => renew.mutate({ id })}
        onClose={() => setAsking(false)}
      >
        For a day we sign with both secrets. Switch your program to the new one in that time.
      </Confirm>
    </>
  )
}
