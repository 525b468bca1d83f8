import { describeTimes } from '#tests/chaos/describe-times.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { repeatApiOrders } from '#tests/chaos/api-clients/repeat-api-orders.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const reseller: Proof = {
  says: 'Programs lose every twentieth answer and blindly send the same again: each order is there once, and paid to the paisa.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const shop = await startNodes(stack, { count: 2 })
    const sent = await repeatApiOrders(shop, { orders: 100 * count, atOnce: 32, seed })
    return [
      toSection(
        'orders of programs that lose answers and send blindly again, 32 at once, two nodes',
        [
          ['orders wanted', sent.orders],
          ['tries, of these without an answer', `${sent.tries}, ${sent.hungUp}`],
          ['orders a second', Math.round(sent.rate)],
          ['until it was known what became of one, median / p99', describeTimes(sent.times, 0.99)],
          ['the same, worst', describeTimes(sent.times)],
        ],
        {
          'lost, doubled, half, or not paid to the paisa': sent.wrong,
          'fault in the books': sent.fault,
          'fault found by the audit': sent.audit,
        },
      ),
    ]
  },
}
