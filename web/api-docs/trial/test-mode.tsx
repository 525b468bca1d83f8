import type { Docs } from '#web/api-docs/load-docs.ts'
import { Prose, Section } from '#web/api-docs/prose.tsx'

const PIECES = [
  'With a test key everything works as with a live one, but nothing is real: no money moves and nothing is delivered. The test wallet starts with test money. Products and prices are real. Webhooks added for test mode receive events as usual.',
  'The player ID decides how a test order ends, so you can try every outcome:',
]

export const TestMode = ({ players }: { players: Docs['testPlayers'] }) => (
  <Section id="test-mode" title="Test mode">
    <Prose pieces={PIECES} />
    <dl aria-label="Players of test mode" className="grid gap-3">
      {players.map(([id, words]) => (
        <div key={id} className="grid gap-0.5 border-l-2 border-line pl-3">
          <dt>
            <code className="font-mono text-sm font-semibold">{id}</code>
          </dt>
          <dd className="max-w-text text-sm">{words}.</dd>
        </div>
      ))}
      <div className="grid gap-0.5 border-l-2 border-line pl-3">
        <dt className="text-sm font-semibold">Any other ID</dt>
        <dd className="max-w-text text-sm">Delivered at once.</dd>
      </div>
    </dl>
    <p className="max-w-text">
      To start over, open API service, Test mode in the dashboard: test orders and quotes are
      deleted, and the test wallet is refilled.
    </p>
  </Section>
)
