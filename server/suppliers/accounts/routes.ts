import * as contract from '#contract/catalogue/providers.ts'
import { implement } from '#server/platform/http/implement.ts'
import { checkProvider } from './check-provider.ts'
import { editProvider } from './edit-sources.ts'
import { listProviderProducts } from '#server/suppliers/import/list-products.ts'
import { listProviders } from './list-sources.ts'

export const providerRoutes = implement(contract, {
  listProviders,
  editProvider,
  checkProvider,
  listProviderProducts,
})
