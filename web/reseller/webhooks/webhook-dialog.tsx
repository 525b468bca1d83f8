import { z } from 'zod'
import {
  createWebhook,
  editWebhook,
  listWebhooks,
  type OrderEventType,
  type Webhook,
} from '#contract/resellers/webhooks.ts'
import { useSend } from '#web/api/use-send.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { CheckGroup } from '#web/ui/form/choice/check-group.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'

const EVENTS = [
  { value: 'order.processing', label: 'Placed and paid' },
  { value: 'order.updated', label: 'Held, or player corrected' },
  { value: 'order.completed', label: 'Delivered' },
  { value: 'order.failed', label: 'Failed' },
  { value: 'order.cancelled', label: 'Cancelled' },
  { value: 'order.refunded', label: 'Refunded' },
] satisfies { value: (typeof OrderEventType.options)[number]; label: string }[]

const { name, url, events, isTest } = createWebhook.input.shape
const schema = z.strictObject({ name, url, events, isTest })

type Props = { webhook: Webhook | null; onClose: () => void } // null for a new one

export function WebhookDialog({ webhook, onClose }: Props) {
  const options = { refetch: [listWebhooks], onDone: onClose }
  const create = useSend(createWebhook, options)
  const edit = useSend(editWebhook, options)
  return (
    <Dialog title={webhook ? `Edit ${webhook.name}` : 'Add a webhook'} isOpen onClose={onClose}>
      <Form
        schema={schema}
        initial={{
          name: webhook?.name ?? '',
          url: webhook?.url ?? '',
          events: webhook?.events ?? [],
          isTest: webhook?.isTest ?? true,
        }}
        submit={{ label: webhook ? 'Save' : 'Add' }}
        onCancel={onClose}
        onSubmit={({ isTest, ...typed }) =>
          webhook
            ? edit.mutateAsync({ id: webhook._id, ...typed })
            : create.mutateAsync({ isTest, ...typed })
        }
      >
        <TextField name="name" label="Name" autoComplete="off" />
        <TextField
          name="url"
          label="Address"
          inputMode="url"
          autoComplete="off"
          hint="Where your program listens, such as https://example.com/webhooks"
        />
        {!webhook && (
          <CheckField
            name="isTest"
            label="For test mode"
            hint="Gets events of test orders only. Add another webhook for real orders."
          />
        )}
        <CheckGroup
          name="events"
          label="Events"
          hint="Choose none to get all of them."
          options={EVENTS}
        />
      </Form>
    </Dialog>
  )
}
