import { describeTimes } from '#tests/chaos/describe-times.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { repeatProgramOrders } from '#tests/chaos/programs/repeat-program-orders.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const reseller: Proof = {
  says: 'API clients lose every twentieth answer and blindly retry. Each order exists once and is paid to the paisa.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const shop = await startNodes(stack, { count: 2 })
    const sent = await repeatProgramOrders(shop, { orders: 100 * count, atOnce: 32, seed })
    return [
      toSection(
        'orders of API clients that lose answers and blindly retry, 32 at once, two nodes',
        [
          ['orders requested', sent.orders],
          ['tries, of these without an answer', `${sent.tries}, ${sent.hungUp}`],
          ['orders a second', Math.round(sent.rate)],
          ['time until the outcome was known, median / p99', describeTimes(sent.times, 0.99)],
          ['time until the outcome was known, worst', describeTimes(sent.times)],
        ],
        {
          'lost, duplicated, incomplete, or not paid to the paisa': sent.wrong,
          'fault in the ledger': sent.fault,
          'fault found by the audit': sent.audit,
        },
      ),
    ]
  },
}
