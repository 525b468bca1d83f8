import type { FaultKind, Faults } from '#sandbox/faults.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import type { Company } from '#sandbox/gateways/gateway.ts'
import type { Webhooks } from '#sandbox/gateways/webhooks.ts'
import type { Mount, Routes } from '#sandbox/http.ts'
import type { Inbox } from '#sandbox/messages/inbox.ts'
import type { Dispatches } from '#sandbox/suppliers/dispatches.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import type { Products } from '#sandbox/suppliers/products.ts'

/** Shared by all simulated companies. */
export type SandboxDeps = {
  url: string
  shopUrl: string
  inbox: Inbox
  faults: Faults
  deals: Deals
  suppliers: SupplierTwin[]
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
