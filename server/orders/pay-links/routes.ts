import * as contract from '#contract/orders/pay-links.ts'
import { implement } from '#server/platform/http/implement.ts'
import { createPayLink, listPayLinks, openPayLink, withdrawPayLink } from './pay-links.ts'

export const payLinkRoutes = implement(contract, {
  createPayLink,
  listPayLinks,
  withdrawPayLink,
  openPayLink,
})
