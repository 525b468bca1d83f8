import type { ReactNode } from 'react'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { textLink } from '#web/ui/text-link.ts'

const LAST_UPDATED = '21 April 2025'

export type Part = { title: string; content: ReactNode }

/** Layout of the legal pages, with a table of contents. */
export const LegalPage = ({ title, parts }: { title: string; parts: Part[] }) => (
  <article className="mx-auto grid max-w-page gap-10 px-4 py-8 lg:grid-cols-[14rem_minmax(0,42rem)] lg:py-12">
    <header className="grid gap-2 lg:col-span-full">
      <h1 className="text-3xl">{title}</h1>
      <p className="text-soft">Last updated: {LAST_UPDATED}</p>
    </header>
    <nav aria-label="On this page" className="hidden lg:block">
      <ol className="sticky top-24 grid">
        {parts.map(({ title }) => (
          <li key={title}>
            <a
              href={`#${toId(title)}`}
              className="inline-flex min-h-11 items-center text-soft hover:text-ink hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
    <div className="grid gap-8">
      {parts.map(({ title, content }) => (
        <section key={title} id={toId(title)} className="grid gap-3">
          <h2 className="text-xl">{title}</h2>
          {content}
        </section>
      ))}
      <Contact />
    </div>
  </article>
)

const toId = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-')

export const Words = ({ children }: { children: ReactNode }) => <p>{children}</p>

export const Points = ({ points }: { points: string[] }) => (
  <ul className="grid gap-2">
    {points.map((point) => (
      <li key={point} className="flex gap-3">
        <span className="mt-2.5 size-1.5 shrink-0 rotate-45 bg-lantern-deep" aria-hidden="true" />
        <span>{point}</span>
      </li>
    ))}
  </ul>
)

/** Contact of the shop, from its settings. */
function Contact() {
  const facts = useShopFacts()
  if (!facts) return null
  const { legal, supportUrl, supportEmail } = facts
  const email = legal.email || supportEmail
  return (
    <section className="facet grid gap-2 border border-line bg-stall p-5">
      <h2 className="text-xl">Contact</h2>
      <p>
        {legal.businessName || facts.shopName}
        {legal.address && `, ${legal.address}`}
      </p>
      {email && (
        <p>
          Email:{' '}
          <a href={`mailto:${email}`} className={textLink}>
            {email}
          </a>
        </p>
      )}
      {supportUrl && (
        <p>
          <a href={supportUrl} target="_blank" rel="noopener noreferrer" className={textLink}>
            Chat with us
          </a>{' '}
          at any time. A person replies as soon as possible.
        </p>
      )}
    </section>
  )
}
