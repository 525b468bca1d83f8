import * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import { implement } from '#server/platform/http/implement.ts'
import { checkSupplier } from './check-supplier.ts'
import { editSupplier } from './edit-sources.ts'
import { listSupplierProducts } from './list-products.ts'
import { listSuppliers } from './list-sources.ts'

export const supplierRoutes = implement(contract, {
  listSuppliers,
  editSupplier,
  checkSupplier,
  listSupplierProducts,
})
