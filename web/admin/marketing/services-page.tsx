import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Output } from '#contract/core/endpoint.ts'
import { editServices, listServices } from '#contract/catalogue/services.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

export const meta = titled('Service')

type Service = Output<typeof listServices>[number]

const GROUPS = [
  { group: 'upcoming', title: 'Upcoming Services' },
  { group: 'new', title: 'New Services' },
] as const

export default function AdminServicesPage() {
  const { data: services } = useSuspenseQuery(query(listServices, {}))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Service</h1>
        <Link to={paths.services} className={buttonLook('plain')}>
          See the services page
        </Link>
      </div>
      <p className="max-w-prose text-soft">
        Choose what the services page offers. Hidden services don’t appear there. Nothing else in
        the shop changes.
      </p>
      <div className="grid max-w-page items-start gap-6 lg:grid-cols-2">
        {GROUPS.map(({ group, title }) => (
          <Card key={group} title={title}>
            <ul className="grid divide-y divide-line">
              {services
                .filter((service) => service.group === group)
                .map((service) => (
                  <ServiceRow key={service.name} service={service} />
                ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  )
}

function ServiceRow({ service: { name, title, isOffered } }: { service: Service }) {
  const send = useSend(editServices, { refetch: [listServices] })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{title}</span>
        <Badge tone={isOffered ? 'good' : 'plain'}>{isOffered ? 'Offered' : 'Not offered'}</Badge>
      </span>
      <Button
        size="sm"
        aria-label={`${isOffered ? 'Stop offering' : 'Offer'} ${title}`}
        isBusy={send.isPending}
        busyLabel="Saving..."
        onClick={() => send.mutate({ services: [{ name, isOffered: !isOffered }] })}
      >
        {isOffered ? 'Stop offering' : 'Offer'}
      </Button>
    </li>
  )
}
