import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { generateApiKey, getApiService } from '#contract/api-keys.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { inputLook } from '#web/ui/field.tsx'

/** The key with every scope, to be seen again at any time. */
export function MainKey() {
  const { data } = useSuspenseQuery(query(getApiService, {}))
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const generate = useSend(generateApiKey, { refetch: [getApiService], onDone: close })
  const begin = () => (data.apiKey ? setAsking(true) : generate.mutate({}))
  return (
    <Card title="API key">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <KeyField apiKey={data.apiKey} />
        <Button look="primary" isBusy={generate.isPending && !isAsking} onClick={begin}>
          Generate
        </Button>
      </div>
      <p className="mt-3 max-w-text text-sm text-soft">
        It may do everything with your real wallet. Keep it on your server, send it in the header
        X-API-Key, and begin with a test key.
      </p>
      <Confirm
        question="Generate a new key?"
        action={{ label: 'Generate', isBusy: generate.isPending }}
        isOpen={isAsking}
        onConfirm={() => generate.mutate({})}
        onClose={close}
      >
        The key you have now stops at once. Programs that use it are refused until they have the new
        one.
      </Confirm>
    </Card>
  )
}

/** A press on it takes it along. */
function KeyField({ apiKey }: { apiKey: string | null }) {
  const id = useId()
  async function copy(): Promise<void> {
    if (!apiKey) return
    if (await copyText(apiKey)) toast('success', 'API Key copied to clipboard!')
    else toast('error', 'The key could not be copied. Please mark and copy it yourself')
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        API key
      </label>
      <input
        id={id}
        readOnly
        value={apiKey ?? ''}
        placeholder="There is none yet"
        aria-describedby={`${id}-hint`}
        onClick={() => void copy()}
        onKeyDown={(event) => event.key === 'Enter' && void copy()}
        className={`${inputLook} cursor-copy font-mono text-ellipsis`}
      />
      <span id={`${id}-hint`} className="sr-only">
        Click it, or press Enter, to copy the key
      </span>
    </div>
  )
}
