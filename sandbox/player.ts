import type { FaultKind, Faults } from './faults.ts'
import type { Deals } from './gateways/deals.ts'
import type { Company } from './gateways/gateway.ts'
import type { Webhooks } from './gateways/webhooks.ts'
import type { Mount, Routes } from './http.ts'
import type { Inbox } from './inbox.ts'
import type { Dispatches } from './providers/dispatches.ts'
import type { Products } from './providers/products.ts'

/** Shared by all simulated companies. */
export type SandboxDeps = {
  url: string
  shopUrl: string
  inbox: Inbox
  faults: Faults
  deals: Deals
  dispatches: Dispatches
  products: Products
  webhooks: Webhooks
}

/** A simulated company: its HTTP answers, and the faults it can have. */
export type Player = {
  name: string // as the target of a fault
  title: string // for display
  faults: readonly FaultKind[] // the kinds that apply to it
  routes?: Routes
  mount?: Mount
  company?: Company // for payment gateways
}
