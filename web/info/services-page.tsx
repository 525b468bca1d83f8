import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { listPackSuppliers, listServices } from '#contract/catalogue/services.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { loadForAll } from '#web/api/visitor.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { ChevronRightIcon } from '#web/ui/icons/icons.tsx'

type Name = 'api' | 'currency' | 'game' | 'region'

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, suppliers] = await Promise.all([
    loadForAll(context, listServices, {}),
    loadForAll(context, listPackSuppliers, {}),
  ])
  return {
    offered: services
      .filter(({ isOffered }) => isOffered)
      .map(({ name, title, group }) => ({ name: name as Name, title, group })),
    suppliers,
  }
}

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Services',
    description: 'Check a region, request a game or a currency, or buy through our API.',
    path: paths.services,
  })

const WORDS: Record<Name, string> = {
  api: 'Sell our packs in your own shop: products, prices and orders through one API.',
  currency: 'Want to pay in another currency? Tell us which one to add.',
  game: 'Is your game missing? Tell us its name, and we’ll look for a supplier.',
  region: 'Check which region a game account belongs to before you buy.',
}

export default function ServicesPage() {
  const { offered, suppliers } = useLoaderData<typeof loader>()
  const upcoming = offered.filter(({ group }) => group === 'upcoming')
  const fresh = offered.filter(({ group }) => group === 'new')
  return (
    <div className="mx-auto grid max-w-page gap-12 px-4 py-8 lg:py-12">
      <header className="grid gap-3">
        <h1 className="text-3xl">Services</h1>
        <p className="max-w-prose text-soft">What we offer besides packs.</p>
      </header>
      {offered.length === 0 && (
        <EmptyState
          title="No services right now"
          action={
            <Link to={paths.home} className={buttonLook('primary')}>
              Pick a game
            </Link>
          }
        >
          You can still top up every game in the shop.
        </EmptyState>
      )}
      {upcoming.length > 0 && (
        <Group title="Upcoming Services">
          {upcoming.map((service) => (
            <Service key={service.name} {...service} isNew={false} />
          ))}
        </Group>
      )}
      {fresh.length > 0 && (
        <Group title="New Services">
          {fresh.map((service) => (
            <Service key={service.name} {...service} isNew />
          ))}
        </Group>
      )}
      <Contact />
      <Providers suppliers={suppliers} />
    </div>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-4">
    <h2 className="text-2xl">{title}</h2>
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
  </section>
)

/** Services that have a page of their own. */
const PLACES: Partial<Record<Name, string>> = { region: paths.region, api: paths.apiDocs }

/** A service with a page is available today, whatever its group is called. */
function ServiceBadge({ name, isNew }: Pick<ServiceProps, 'name' | 'isNew'>) {
  if (isNew) return <Badge tone="lantern">New</Badge>
  return PLACES[name] ? <Badge tone="good">Available</Badge> : <Badge tone="glass">Soon</Badge>
}

type ServiceProps = { name: Name; title: string; isNew: boolean }

const Service = ({ name, title, isNew }: ServiceProps) => (
  <li className="facet relative grid content-start gap-2 border border-line bg-stall p-5 shadow-low has-[a:hover]:border-lantern-deep">
    <span>
      <ServiceBadge name={name} isNew={isNew} />
    </span>
    <h3 className="text-xl">
      {PLACES[name] ? (
        <Link
          to={PLACES[name]}
          className="-my-2 flex min-h-11 items-center justify-between gap-2 after:absolute after:inset-0"
        >
          {title}
          <ChevronRightIcon />
        </Link>
      ) : (
        title
      )}
    </h3>
    <p className="text-soft">{WORDS[name]}</p>
  </li>
)

/** Customers can ask by chat, by email or on their own page, depending on the shop's settings. */
function Contact() {
  const facts = useShopFacts()
  return (
    <section className="facet-6 grid gap-2 border border-line bg-night p-6 text-on-night sm:p-8">
      <h2 className="text-2xl">Something missing?</h2>
      <p className="max-w-prose">
        To request a currency or a game, or to ask about the API, contact us.{' '}
        {facts?.supportUrl && (
          <>
            <a
              href={facts.supportUrl}
              target="_blank"
              rel="noopener noreferrer"
              className={onNight}
            >
              Chat with us
            </a>
            {facts.supportEmail ? ' or write to ' : '.'}
          </>
        )}
        {facts?.supportEmail && (
          <>
            {!facts.supportUrl && 'Write to '}
            <a href={`mailto:${facts.supportEmail}`} className={onNight}>
              {facts.supportEmail}
            </a>
            .
          </>
        )}
      </p>
    </section>
  )
}

const onNight = 'font-semibold underline decoration-2 underline-offset-4'

const Providers = ({ suppliers }: { suppliers: Output<typeof listPackSuppliers> }) => (
  <section aria-label="Game top-up providers" className="grid gap-4">
    <h2 className="text-2xl">Game top-up providers</h2>
    <p className="max-w-prose text-soft">
      The suppliers of our packs. The last one is us: some packs are delivered by hand.
    </p>
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {suppliers.map(({ title, site }) => (
        <li key={title} className="grid">
          <a href={site} target="_blank" rel="noopener noreferrer" className={providerLook}>
            {title}
          </a>
        </li>
      ))}
      <li className="grid">
        <Link to={paths.query} className={providerLook}>
          Manual
        </Link>
      </li>
    </ul>
  </section>
)

const providerLook = `facet-3 flex min-h-14 items-center justify-center border border-line bg-stall px-4 text-center hover:border-edge font-semibold`
