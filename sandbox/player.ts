import type { FaultKind, Faults } from './faults.ts'
import type { Deals } from './gateways/deals.ts'
import type { Company } from './gateways/gateway.ts'
import type { Webhooks } from './gateways/webhooks.ts'
import type { Mount, Routes } from './http.ts'
import type { Inbox } from './inbox.ts'
import type { Parcels } from './providers/parcels.ts'
import type { Shelf } from './providers/shelf.ts'

/** What every player of the outside world may use. */
export type World = {
  url: string
  shopUrl: string
  inbox: Inbox
  faults: Faults
  deals: Deals
  parcels: Parcels
  shelf: Shelf
  webhooks: Webhooks
}

/** A company the shop deals with: what it answers over HTTP, and what can go wrong with it. */
export type Player = {
  name: string // as a fault's target
  title: string // for a person
  faults: readonly FaultKind[] // the kinds that mean something to it
  routes?: Routes
  mount?: Mount
  company?: Company // of those that take money
}
