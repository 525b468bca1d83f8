import { useMemo, useState } from 'react'
import { useLoaderData, type MetaFunction } from 'react-router'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { CallSection } from './call-section.tsx'
import { Contents, type Entry } from './contents.tsx'
import { ErrorTable } from './error-table.tsx'
import { toGuide, VERSIONS } from './guide.ts'
import { loadDocs, type Docs } from './load-docs.ts'
import { Programs } from './programs.tsx'
import { Prose, Section } from './prose.tsx'
import { ReaderContext } from './reader.ts'
import type { Language } from './trial/snippets.ts'
import { TestMode } from './trial/test-mode.tsx'
import { Webhooks } from './webhooks.tsx'

export const loader = loadDocs

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'API documentation',
    description:
      'How resellers read products and prices, place each order exactly once, and follow it to delivery through our API.',
    path: paths.apiDocs,
  })

const CHAPTERS = [
  { id: 'account', title: 'Your wallet' },
  { id: 'products', title: 'Products and players' },
  { id: 'orders', title: 'Orders' },
] as const

export default function ApiDocsPage() {
  const docs = useLoaderData<typeof loader>()
  const [language, chooseLanguage] = useState<Language>('curl')
  const [apiKey, enterKey] = useState('')
  const reader = useMemo(() => ({ language, chooseLanguage, apiKey, enterKey }), [language, apiKey])
  const guide = toGuide(docs.base)
  return (
    <ReaderContext value={reader}>
      <article className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 px-4 py-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-12">
        <Title docs={docs} />
        <Contents entries={listEntries(docs)} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {guide.map(({ id, title, pieces }) => (
            <Section key={id} id={id} title={title}>
              <Prose pieces={pieces} />
            </Section>
          ))}
          <Section id="errors" title="Errors">
            <ErrorTable errors={docs.errors} />
          </Section>
          {CHAPTERS.map(({ id, title }) => (
            <Section key={id} id={id} title={title}>
              {docs.calls
                .filter(({ chapter }) => chapter === id)
                .map((call) => (
                  <CallSection key={call.id} call={call} />
                ))}
            </Section>
          ))}
          <Webhooks docs={docs} />
          <TestMode players={docs.testPlayers} />
          <Programs docs={docs} />
          <Section id="versions" title={VERSIONS.title}>
            <Prose pieces={VERSIONS.pieces} />
            <Changelog changelog={docs.changelog} />
          </Section>
        </div>
      </article>
    </ReaderContext>
  )
}

const Title = ({ docs }: { docs: Docs }) => (
  <header className="grid justify-items-start gap-4 lg:col-span-full">
    <h1 className="text-3xl">API documentation</h1>
    <p className="max-w-text text-soft">
      For resellers who sell our packs in a shop of their own. Everything your software needs is on
      this page, generated from the API itself.
    </p>
    <p className="flex flex-wrap items-center gap-3">
      <Badge tone="glass">Version {docs.version}</Badge>
      <a href="/api-docs/openapi.json" className={buttonLook('plain', 'sm')}>
        OpenAPI document
      </a>
    </p>
  </header>
)

const toEntry = ({ id, title }: Entry): Entry => ({ id, title })

function listEntries({ base, calls }: Docs): (Entry & { entries?: Entry[] })[] {
  const callsOf = (chapter: string) => calls.filter((call) => call.chapter === chapter).map(toEntry)
  return [
    ...toGuide(base).map(toEntry),
    { id: 'errors', title: 'Errors' },
    ...CHAPTERS.map(({ id, title }) => ({ id, title, entries: callsOf(id) })),
    { id: 'webhooks', title: 'Webhooks', entries: callsOf('webhooks') },
    { id: 'test-mode', title: 'Test mode' },
    { id: 'programs', title: 'Sample clients' },
    { id: 'versions', title: 'Versions' },
  ]
}

const Changelog = ({ changelog }: Pick<Docs, 'changelog'>) => (
  <ol className="grid gap-3">
    {changelog.map(({ date, changes }) => (
      <li key={date} className="grid gap-1">
        <h3 className="font-semibold">{date}</h3>
        {changes.map((change) => (
          <p key={change} className="max-w-text text-soft">
            {change}
          </p>
        ))}
      </li>
    ))}
  </ol>
)
