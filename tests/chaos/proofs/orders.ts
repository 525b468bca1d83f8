import { killUnderOrders } from '#tests/chaos/kills/kill-under-orders.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const orders: Proof = {
  says: 'Shop and database are killed in turn while packs are bought: each order that was acknowledged is there, whole and once.',
  count: 100,
  async prove({ count, seed }) {
    const report = await killUnderOrders(count, seed)
    return [
      toSection(
        'killed with SIGKILL under orders',
        [
          ['kills (shop and database in turn)', report.kills],
          ['orders acknowledged', report.acknowledged],
          ['sent again for want of an answer', report.repeated],
        ],
        {
          'orders, stock or uses that differ from what was acknowledged': report.wrong,
          'fault in the books': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
