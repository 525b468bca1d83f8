import { killUnderOrders } from '#tests/chaos/kills/kill-under-orders.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const orders: Proof = {
  says: 'The shop and the database are killed in turn while packs are bought. Each acknowledged order exists once and is complete.',
  count: 100,
  async prove({ count, seed }) {
    const report = await killUnderOrders(count, seed)
    return [
      toSection(
        'killed with SIGKILL under orders',
        [
          ['kills (shop and database in turn)', report.kills],
          ['orders acknowledged', report.acknowledged],
          ['retried because no answer came', report.repeated],
        ],
        {
          'orders, stock or coupon uses that differ from what was acknowledged': report.wrong,
          'fault in the ledger': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
