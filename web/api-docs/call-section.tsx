import { useState } from 'react'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code, CodeTabs } from './code.tsx'
import { Sentence } from './prose.tsx'
import type { ShownCall } from './to-page.ts'
import { TryIt } from './trial/try-it.tsx'

/** Documents one call: its purpose, its input, an example request and the answer. */
export const CallSection = ({ call }: { call: ShownCall }) => (
  <section
    id={call.id}
    aria-labelledby={`${call.id}-title`}
    className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-8"
  >
    <h3 id={`${call.id}-title`} className="text-xl">
      {call.title}
    </h3>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 font-mono text-sm">
      <span className="rounded-sm bg-glass-soft px-2 py-1 font-semibold text-glass">
        {call.method}
      </span>
      <span className="wrap-anywhere">{call.address}</span>
      <Badge>{`Scope ${call.scope}`}</Badge>
    </p>
    {call.words.map((words) => (
      <p key={words} className="max-w-text">
        <Sentence text={words} />
      </p>
    ))}
    {call.fields.length > 0 && <Sent call={call} />}
    <CodeTabs snippets={call.snippets} label={`Request to ${lower(call.title)}`} />
    <TryButton call={call} />
    <h4 className="font-semibold">Answer</h4>
    <Code text={call.answer} label={`Answer when you ${lower(call.title)}`} />
    {call.answered.length > 0 && <Answered call={call} />}
    {call.errors.length > 0 && (
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">Its own errors:</span>
        {call.errors.map((code) => (
          <a
            key={code}
            href={`#${code}`}
            className="inline-flex min-h-11 items-center font-mono underline decoration-line underline-offset-4 hover:decoration-lantern"
          >
            {code}
          </a>
        ))}
      </p>
    )}
  </section>
)

const lower = (title: string) => title[0]!.toLowerCase() + title.slice(1)

const PLACES = {
  path: 'in the address',
  query: 'in the query',
  header: 'header',
  body: 'in the body',
}

const Sent = ({ call }: { call: ShownCall }) => (
  <dl aria-label="Fields" className="grid gap-3">
    {call.fields.map(({ name, in: place, isRequired, type, standard, words }) => (
      <div key={name} className="grid gap-0.5 border-l-2 border-line pl-3">
        <dt className="flex flex-wrap items-baseline gap-x-3">
          <code className="font-mono text-sm font-semibold">{name}</code>
          <span className="text-sm text-soft">
            {type}, {PLACES[place]}
            {isRequired ? ', required' : standard && `, ${standard} if left out`}
          </span>
        </dt>
        <dd className="max-w-text text-sm">
          <Sentence text={words} />
        </dd>
      </div>
    ))}
  </dl>
)

const Answered = ({ call }: { call: ShownCall }) => (
  <details className="group">
    <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-lantern-deep underline decoration-2 underline-offset-4">
      All response fields
    </summary>
    <dl className="mt-2 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
      {call.answered.map(({ name, type, words }) => (
        <div key={name} className="contents">
          <dt className="wrap-anywhere">
            <code className="font-mono font-semibold">{name}</code>{' '}
            <span className="text-soft">{type}</span>
          </dt>
          <dd className="max-w-text pb-2 sm:pb-0">
            <Sentence text={words} />
          </dd>
        </div>
      ))}
    </dl>
  </details>
)

function TryButton({ call }: { call: ShownCall }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <TryIt call={call} onClose={() => setOpen(false)} />
  return (
    <Button
      className="justify-self-start"
      aria-label={`Try it: ${lower(call.title)}`}
      onClick={() => setOpen(true)}
    >
      Try it
    </Button>
  )
}
