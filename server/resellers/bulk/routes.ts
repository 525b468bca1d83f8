import * as contract from '#contract/resellers/bulk.ts'
import { implement } from '#server/platform/http/implement.ts'
import { getBulk, getBulkFile, listBulks, stopBulk } from './bulk.ts'
import { checkBulk } from './check-bulk.ts'
import { startBulk } from './start-bulk.ts'

export const bulkRoutes = implement(contract, {
  checkBulk,
  startBulk,
  listBulks,
  getBulk,
  stopBulk,
  getBulkFile,
})
