import * as contract from '#contract/catalogue/services.ts'
import { implement } from '#server/platform/http/implement.ts'
import { editServices, listPackSuppliers, listServices } from './services.ts'

export const serviceRoutes = implement(contract, {
  listServices,
  listPackSuppliers,
  editServices,
})
