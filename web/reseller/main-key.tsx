import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { generateApiKey, getApiService, listApiKeys } from '#contract/resellers/api-keys.ts'
import { ApiError, call, query, refusalOf } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { inputLook } from '#web/ui/form/field.tsx'

/** The shop shows the key only in a fresh session. Otherwise the key stays hidden until its owner asks for it. */
const quietly = queryOptions({
  queryKey: [getApiService.path, 'quietly'],
  queryFn: () => call(getApiService, {}, { isQuiet: true }).catch(refusalOf),
})

/** The key with every scope. */
export function MainKey() {
  const { data: shown } = useSuspenseQuery(quietly)
  const { data: listed } = useSuspenseQuery(query(listApiKeys, {}))
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const refetch = [getApiService, listApiKeys]
  const generate = useSend(generateApiKey, { refetch, onDone: close })
  const show = useMutation({
    mutationFn: () => call(getApiService, {}),
    onSuccess: (data) => void client.setQueryData(quietly.queryKey, data),
    onError: (error) => toast('error', error.message),
  })
  const main = listed.keys.find(({ isMain }) => isMain)
  const isHidden = shown instanceof ApiError
  const begin = () => (main ? setAsking(true) : generate.mutate({}))
  return (
    <Card title="API key">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-end">
        <KeyField apiKey={isHidden ? null : shown.apiKey} hint={main?.hint ?? 'No key yet'} />
        {isHidden && (
          <Button isBusy={show.isPending} onClick={() => show.mutate()}>
            Show key
          </Button>
        )}
        <Button look="primary" isBusy={generate.isPending && !isAsking} onClick={begin}>
          Generate
        </Button>
      </div>
      <p className="mt-3 max-w-text text-sm text-soft">
        This key has full access to your real wallet. Keep it on your server, send it in the header
        X-API-Key, and begin with a test key.
      </p>
      <Confirm
        question="Generate a new key?"
        action={{ label: 'Generate', isBusy: generate.isPending }}
        isOpen={isAsking}
        onConfirm={() => generate.mutate({})}
        onClose={close}
      >
        Your current key stops working at once. Programs are refused until they use the new one.
      </Confirm>
    </Card>
  )
}

/** A click copies the key. */
function KeyField({ apiKey, hint }: { apiKey: string | null; hint: string }) {
  const id = useId()
  async function copy(): Promise<void> {
    if (!apiKey) return
    if (await copyText(apiKey)) toast('success', 'API Key copied to clipboard!')
    else toast('error', 'We couldn’t copy the key. Select and copy it yourself.')
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
        placeholder={hint}
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
