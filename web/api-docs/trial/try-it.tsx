import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { Code } from '#web/api-docs/code.tsx'
import { useReader } from '#web/api-docs/reader.ts'
import { sendTrial, type Outcome } from './send-trial.ts'
import type { SentField, ShownCall } from '#web/api-docs/to-page.ts'

/** Sends the call from this page with the reader's key. */
export function TryIt({ call, onClose }: { call: ShownCall; onClose: () => void }) {
  const { apiKey } = useReader()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget)
    setBusy(true)
    setOutcome(await sendTrial(call, { apiKey: apiKey.trim(), typed }))
    setBusy(false)
  }

  return (
    <form
      aria-label={`Try it: ${call.title}`}
      className="facet grid grid-cols-[minmax(0,1fr)] gap-4 border border-line bg-stall p-4 sm:p-5"
      onSubmit={(event) => void send(event)}
    >
      <KeyField />
      {call.fields.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {call.fields.map((field) => (
            <TrialField key={field.name} field={field} />
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" isBusy={isBusy} busyLabel="Sending...">
          Send request
        </Button>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <output className="font-semibold">{outcome?.status}</output>
      {outcome?.headers && <Code text={outcome.headers} label="Response headers" />}
      {outcome && <Code text={outcome.body} label="Response body" />}
    </form>
  )
}

function KeyField() {
  const { apiKey, enterKey } = useReader()
  const isLive = apiKey.trim().startsWith('gs_live_')
  return (
    <Field
      label="Your API key"
      hint={
        isLive
          ? 'This is a live key: what you send here is real, and orders cost money.'
          : 'Use a test key. It stays on this page and is gone when you leave.'
      }
    >
      {(wiring) => (
        <Input
          {...wiring}
          value={apiKey}
          autoComplete="off"
          spellCheck={false}
          placeholder="gs_test_…"
          onChange={({ target }) => enterKey(target.value)}
          className="font-mono"
        />
      )}
    </Field>
  )
}

const TrialField = ({ field }: { field: SentField }) => (
  <Field label={field.isRequired ? field.name : `${field.name} (optional)`}>
    {(wiring) =>
      field.options.length > 0 ? (
        <Select
          {...wiring}
          name={field.name}
          defaultValue={field.standard}
          options={[
            ...(field.isRequired || field.standard ? [] : [{ value: '', label: 'Not specified' }]),
            ...field.options.map((value) => ({ value, label: value })),
          ]}
        />
      ) : (
        <Input
          {...wiring}
          name={field.name}
          required={field.isRequired}
          autoComplete="off"
          spellCheck={false}
          placeholder={field.example}
          className="font-mono"
        />
      )
    }
  </Field>
)
