export type Entry = { id: string; title: string }
type Chapter = Entry & { entries?: Entry[] }

const linkLook = 'inline-flex min-h-11 items-center text-soft hover:text-ink hover:underline'

/** Stays beside the text on wide screens, and folds on phones. */
export const Contents = ({ entries }: { entries: Chapter[] }) => (
  <>
    <details className="facet border border-line bg-stall px-4 lg:hidden">
      <summary className="flex min-h-11 items-center font-semibold">On this page</summary>
      <nav aria-label="Contents" className="pb-3">
        <List entries={entries} />
      </nav>
    </details>
    <nav aria-label="On this page" className="hidden lg:block">
      <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto">
        <List entries={entries} />
      </div>
    </nav>
  </>
)

const List = ({ entries }: { entries: Chapter[] }) => (
  <ol>
    {entries.map(({ id, title, entries: inner = [] }) => (
      <li key={id}>
        <a href={`#${id}`} className={`${linkLook} font-semibold`}>
          {title}
        </a>
        {inner.length > 0 && (
          <ol className="border-l border-line pl-3">
            {inner.map((one) => (
              <li key={one.id}>
                <a href={`#${one.id}`} className={`${linkLook} text-sm`}>
                  {one.title}
                </a>
              </li>
            ))}
          </ol>
        )}
      </li>
    ))}
  </ol>
)
