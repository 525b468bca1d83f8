import type { Database } from './history/database.ts'
import { loadHistory } from './history/load-history.ts'
import { fillWallets, openAdmin, openOthers, savePlayers, type Options } from './load-accounts.ts'
import { loadShop } from './load-shop.ts'
import type { AddPicture } from './pictures.ts'

type Load = Options & {
  database: Database
  addPicture: AddPicture
  say?: (sentence: string) => void
}

/**
 * Fills a new shop through its API. The past goes straight into the database, and so do the encoded pictures. Each step checks what exists first, so a
 * repeated run finishes an interrupted load.
 */
export async function loadDemo({
  database,
  addPicture,
  say = () => {},
  ...options
}: Load): Promise<void> {
  const admin = await openAdmin(options)
  const [others] = await Promise.all([openOthers(options, admin), loadShop(admin, addPicture)])
  await savePlayers(others)
  const startedAt = performance.now()
  const orders = await loadHistory(database)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (orders > 0) say(`Wrote 90 days with ${orders} orders in ${seconds} s`)
  await fillWallets(others, admin)
}
