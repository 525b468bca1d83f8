import { z } from 'zod'
import {
  AllowedNetwork,
  createApiKey,
  editApiKey,
  getApiService,
  listApiKeys,
  type ApiKey,
} from '#contract/resellers/api-keys.ts'
import { useSend } from '#web/api/use-send.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { CheckGroup } from '#web/ui/form/choice/check-group.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'

type Props = {
  apiKey: ApiKey | null // null for a new one
  onClose: () => void
  onMade: (secret: string) => void
}

const SCOPES = [
  { value: 'read', label: 'Read', words: 'Products, orders, balance and statement' },
  { value: 'orders', label: 'Order', words: 'Check players, hold prices and place orders' },
  { value: 'webhooks', label: 'Webhooks', words: 'Set up webhooks and see deliveries' },
]

/** Parses networks typed one a line. */
const Networks = z.string().transform((text, context) => {
  const lines = text.split(/[\s,]+/).filter(Boolean)
  for (const line of lines) {
    const { error } = AllowedNetwork.safeParse(line)
    if (error)
      context.issues.push({
        code: 'custom',
        input: line,
        message: `${line}: ${error.issues[0]!.message}`,
      })
  }
  return lines
})

const { name, scopes, isTest } = createApiKey.input.shape
const schema = z.strictObject({ name, scopes, isTest, allowedNetworks: Networks })

export function KeyDialog({ apiKey, onClose, onMade }: Props) {
  const refetch = [getApiService, listApiKeys]
  const create = useSend(createApiKey, {
    refetch,
    onDone: (made) => {
      onClose()
      onMade(made.apiKey)
    },
  })
  const edit = useSend(editApiKey, { refetch, onDone: onClose })
  return (
    <Dialog title={apiKey ? `Edit ${apiKey.name}` : 'Add a key'} isOpen onClose={onClose}>
      <Form
        schema={schema}
        initial={{
          name: apiKey?.name ?? '',
          scopes: apiKey?.scopes ?? ['read', 'orders'],
          isTest: apiKey?.isTest ?? true,
          allowedNetworks: apiKey?.allowedNetworks.join('\n') ?? '',
        }}
        submit={{ label: apiKey ? 'Save' : 'Add' }}
        onCancel={onClose}
        onSubmit={({ isTest, ...typed }) =>
          apiKey
            ? edit.mutateAsync({ id: apiKey._id, ...typed })
            : create.mutateAsync({ isTest, ...typed })
        }
      >
        <TextField name="name" label="Name" hint="The program that uses it" autoComplete="off" />
        {!apiKey && (
          <CheckField
            name="isTest"
            label="A test key"
            hint="Uses test money only, and delivers nothing."
          />
        )}
        <CheckGroup name="scopes" label="Permissions" options={SCOPES} />
        <LongTextField
          name="allowedNetworks"
          label="Allowed addresses"
          hint="IP addresses or networks, one per line, such as 203.0.113.7 or 203.0.113.0/24. Leave empty to allow all."
          rows={3}
        />
      </Form>
    </Dialog>
  )
}
