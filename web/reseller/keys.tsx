import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteApiKey,
  getApiService,
  listApiKeys,
  rollApiKey,
  type ApiKey,
} from '#contract/resellers/api-keys.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { KeyDialog } from './key-dialog.tsx'
import { NewSecret } from './new-secret.tsx'

type Doing = { key: ApiKey | null; what: 'edit' | 'roll' | 'end' } | null

/** Lists API keys, one for each API client, with their scopes and allowed addresses. */
export function Keys() {
  const { data } = useSuspenseQuery(query(listApiKeys, {}))
  const [doing, setDoing] = useState<Doing>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setDoing(null)
  return (
    <section aria-labelledby="keys" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="keys" className="text-xl">
          Keys for your programs
        </h2>
        <Button onClick={() => setDoing({ key: null, what: 'edit' })}>Add a key</Button>
      </div>
      <p className="max-w-text text-soft">
        Give each program its own key. You can limit what it can do and where it’s used from, and
        delete it without touching the others.
      </p>
      {data.keys.length > 0 && (
        <ul aria-labelledby="keys" className="grid gap-3">
          {data.keys.map((key) => (
            <KeyCard key={key._id} apiKey={key} onDo={(what) => setDoing({ key, what })} />
          ))}
        </ul>
      )}
      {doing?.what === 'edit' && (
        <KeyDialog apiKey={doing.key} onClose={close} onMade={setSecret} />
      )}
      {doing?.what === 'roll' && doing.key && (
        <Roll apiKey={doing.key} onClose={close} onMade={setSecret} />
      )}
      {doing?.what === 'end' && doing.key && <End apiKey={doing.key} onClose={close} />}
      <NewSecret title="Your new key" secret={secret} onClose={() => setSecret(null)}>
        Copy it now: we won’t show it again.
      </NewSecret>
    </section>
  )
}

const SCOPE_LABELS = {
  read: 'Read',
  orders: 'Order',
  webhooks: 'Webhooks',
} as const

type CardProps = { apiKey: ApiKey; onDo: (what: 'edit' | 'roll' | 'end') => void }

const KeyCard = ({ apiKey: key, onDo }: CardProps) => (
  <li className="facet grid gap-4 border border-line bg-stall p-5 shadow-low">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h3 className="font-semibold wrap-anywhere">{key.name}</h3>
      <Badge tone={key.isTest ? 'glass' : 'lantern'}>{key.isTest ? 'Test' : 'Live'}</Badge>
      {key.isMain && <Badge>Main key</Badge>}
      <code className="font-mono text-sm text-soft">{key.hint}</code>
    </div>
    <Facts>
      <Fact name="Permissions">{key.scopes.map((scope) => SCOPE_LABELS[scope]).join(', ')}</Fact>
      <Fact name="Allowed from">{key.allowedNetworks.join(', ') || 'Anywhere'}</Fact>
      <Fact name="Last used">{key.lastUsedAt ? formatDate(key.lastUsedAt) : 'Never'}</Fact>
      <Fact name="Created">{formatDate(key.createdAt)}</Fact>
    </Facts>
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={`Edit ${key.name}`} onClick={() => onDo('edit')}>
        Edit
      </Button>
      {!key.isMain && (
        <>
          <Button size="sm" aria-label={`Replace ${key.name}`} onClick={() => onDo('roll')}>
            Replace
          </Button>
          <Button
            size="sm"
            look="danger"
            aria-label={`Delete ${key.name}`}
            onClick={() => onDo('end')}
          >
            Delete
          </Button>
        </>
      )}
    </div>
  </li>
)

type DoProps = { apiKey: ApiKey; onClose: () => void }

function Roll({ apiKey, onClose, onMade }: DoProps & { onMade: (secret: string) => void }) {
  const roll = useSend(rollApiKey, {
    refetch: [getApiService, listApiKeys],
    onDone: (made) => {
      onClose()
      onMade(made.apiKey)
    },
  })
  return (
    <Confirm
      question={`Replace the key ${apiKey.name}?`}
      action={{ label: 'Replace', isBusy: roll.isPending }}
      isOpen
      onConfirm={() => roll.mutate({ id: apiKey._id })}
      onClose={onClose}
    >
      The current key stops working at once. Its permissions stay the same.
    </Confirm>
  )
}

function End({ apiKey, onClose }: DoProps) {
  const end = useSend(deleteApiKey, { refetch: [getApiService, listApiKeys], onDone: onClose })
  return (
    <Confirm
      question={`Delete ${apiKey.name}?`}
      action={{ label: 'Delete', isBusy: end.isPending, isDangerous: true }}
      isOpen
      onConfirm={() => end.mutate({ id: apiKey._id })}
      onClose={onClose}
    >
      It stops working at once, and you can’t get it back. Orders placed with it continue.
    </Confirm>
  )
}
