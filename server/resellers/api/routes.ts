import * as keyContract from '#contract/resellers/api-keys.ts'
import * as contract from '#contract/resellers/reseller.ts'
import { implement } from '#server/platform/http/implement.ts'
import { validatePlayer } from './check-api-player.ts'
import {
  createApiKey,
  deleteApiKey,
  editApiKey,
  generateApiKey,
  getApiService,
  listApiKeys,
  rollApiKey,
} from '#server/resellers/keys/keys.ts'
import { placeApiOrder } from './place-api-order.ts'
import { listApiProducts, listApiServiceProducts } from './products.ts'
import { createApiQuote } from './quotes.ts'
import {
  correctApiOrder,
  findApiOrder,
  findApiOrderByReference,
  listApiOrders,
  refundApiOrder,
  showApiOrderCode,
} from './read-orders.ts'
import { getApiBalance, getApiStatement } from './read-wallet.ts'
import { deleteTestData } from './test-mode/test-data.ts'

export const resellerRoutes = [
  ...implement(keyContract, {
    getApiService,
    generateApiKey,
    listApiServiceProducts,
    listApiKeys,
    createApiKey,
    editApiKey,
    rollApiKey,
    deleteApiKey,
    deleteTestData,
  }),
  ...implement(contract, {
    getApiBalance,
    listApiProducts,
    validatePlayer,
    createApiQuote,
    placeApiOrder,
    listApiOrders,
    findApiOrderByReference,
    findApiOrder,
    correctApiOrder,
    refundApiOrder,
    showApiOrderCode,
    getApiStatement,
  }),
]
