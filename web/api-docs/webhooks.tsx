import { CallSection } from './call-section.tsx'
import { Code } from './code.tsx'
import { WEBHOOK_GUIDE } from './guide.ts'
import type { Docs } from './load-docs.ts'
import { Prose, Section, Sentence } from './prose.tsx'

export function Webhooks({ docs }: { docs: Docs }) {
  const { id, title, pieces } = WEBHOOK_GUIDE
  return (
    <Section id={id} title={title}>
      <Prose pieces={pieces} />
      <h3 className="text-xl">Events</h3>
      <dl className="grid gap-3">
        {docs.events.map(({ type, words }) => (
          <div key={type} className="grid gap-0.5 border-l-2 border-line pl-3">
            <dt>
              <code className="font-mono text-sm font-semibold">{type}</code>
            </dt>
            <dd className="max-w-text text-sm">
              <Sentence text={words} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="max-w-text">Example of an event, for a delivered order:</p>
      <Code text={docs.event} label="Body of a webhook" />
      <h3 className="text-xl">A listener in TypeScript</h3>
      <Code text={docs.programs.webhookTypeScript} label="Webhook listener, TypeScript" />
      <h3 className="text-xl">The same in Python</h3>
      <Code text={docs.programs.webhookPython} label="Webhook listener, Python" />
      {docs.calls
        .filter(({ chapter }) => chapter === 'webhooks')
        .map((call) => (
          <CallSection key={call.id} call={call} />
        ))}
    </Section>
  )
}
