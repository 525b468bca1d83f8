import * as contract from '#contract/catalogue/goto-links.ts'
import { implement } from '#server/platform/http/implement.ts'
import { createGotoLink, deleteGotoLink, editGotoLink, listGotoLinks } from './goto-links.ts'

export const gotoLinkRoutes = implement(contract, {
  listGotoLinks,
  createGotoLink,
  editGotoLink,
  deleteGotoLink,
})
