import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { sendWebhooksUnderFaults } from '#tests/chaos/api-clients/send-webhooks-under-faults.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const programs: Proof = {
  says: 'A reseller’s server crashes again and again, and nodes are killed. It hears of every change of its orders, and of the last one.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const shop = await startNodes(stack, { count: 2 })
    const report = await sendWebhooksUnderFaults(shop, stack, {
      orders: 20 * count,
      seed,
      atOnce: 8,
    })
    const taken = `${report.received}, ${report.repeated}`
    return [
      toSection(
        'webhooks to a crashing server, two nodes killed with SIGKILL in turn',
        [
          ['kills of nodes, crashes of the server', `${report.kills}, ${report.crashes}`],
          ['orders, changes reported', `${report.orders}, ${report.events}`],
          ['webhooks accepted by two servers, retries', taken],
        ],
        { 'changes never received, or received wrongly': report.wrong },
      ),
    ]
  },
}
