import { randomUUID } from 'node:crypto'
import { placeWalletOrder } from '#contract/orders/orders.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { logIn, signUp } from '#tests/support/accounts/people.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import type { MixedShop } from '#tests/chaos/load/mixed-shop.ts'

export type OpenNode = (env: {
  DATABASE_URL: string
  DATA_DIR: string
}) => Promise<{ url: string; stop(): Promise<unknown> }>

type Restored = { url: string; dataDir: string; sql: Sql }

/** Opens a shop on the restored data, lets people carry on, and lists what goes wrong. */
export async function useRestored(
  { openNode }: { openNode: OpenNode },
  shop: MixedShop,
  { url, dataDir, sql }: Restored,
): Promise<string[]> {
  const node = await openNode({ DATABASE_URL: url, DATA_DIR: dataDir })
  try {
    const before = await readNumbers(sql)
    await signUp(node, 'Nisha New')
    const { item, player } = shop.byHand
    for (const visitor of shop.customers.slice(0, 3)) {
      const again = await logIn(Object.assign({ ...visitor.member }, { url: node.url }))
      const answer = await again.call(placeWalletOrder, {
        gameSlug: item.gameSlug,
        itemSlug: item.itemSlug,
        gameDetailId: player(visitor),
        couponCode: '',
        currency: 'INR',
        idempotencyKey: randomUUID(),
      })
      if (answer.status !== 200) return [`an order at the restored shop: ${answer.message}`]
    }
    const after = await readNumbers(sql)
    const { fault } = await verifyLedger(sql)
    return [
      ...(after.orders === before.orders + 3 && after.transfer > before.transfer
        ? []
        : [`numbers of the restored shop do not go on: ${JSON.stringify([before, after])}`]),
      ...(fault ? [`the restored shop's verifier: ${fault}`] : []),
      ...(await auditBooks(sql)),
    ]
  } finally {
    await node.stop()
  }
}

async function readNumbers(sql: Sql) {
  const [row] = await sql<[{ orders: number; transfer: number }]>`
    select (select count(distinct invoice) from orders) as orders,
      (select max(number) from transfer) as transfer`
  return row
}
