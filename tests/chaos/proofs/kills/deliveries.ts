import { deliverUnderFaults } from '#tests/chaos/deliveries/deliver-under-faults.ts'
import { describeTimes } from '#tests/chaos/describe-times.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { timeDeliveries } from '#tests/chaos/deliveries/time-deliveries.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const deliveries: Proof = {
  says: 'Three in ten calls to suppliers fail, and nodes are killed. Each paid order is delivered once or refunded once, and the suppliers’ books agree.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    return [await deliver(stack, { count, seed }), await time(stack, count)]
  },
}

async function deliver(
  stack: AsyncDisposableStack,
  { count, seed }: { count: number; seed: number },
): Promise<Section> {
  const shop = await startNodes(stack, { count: 2 })
  const sent = await deliverUnderFaults(shop, { orders: 20 * count, seed, atOnce: 16 })
  return toSection(
    'deliveries by faulty suppliers, two nodes killed with SIGKILL in turn',
    [
      ['kills', sent.kills],
      ['orders paid', sent.orders],
      ['delivered / refunded', `${sent.delivered} / ${sent.refunded}`],
      ['of these, ended by a person; partly delivered', `${sent.byPerson}, ${sent.parts}`],
      ['of these, refunded at the customer’s request', sent.byCustomer],
      ['of all, sent to a second supplier', sent.elsewhere],
      ['dispatches, sent more than once', `${sent.dispatches}, ${sent.sentAgain}`],
      ['products in the books of the seven suppliers', sent.products],
    ],
    {
      'delivered twice, both delivered and refunded, neither, or still waiting': sent.wrong,
      'fault in the ledger': sent.fault,
      'fault found by the audit': sent.audit,
    },
  )
}

async function time(stack: AsyncDisposableStack, count: number): Promise<Section> {
  const times = await timeDeliveries(await startNodes(stack, { count: 1 }), 2 * count)
  return toSection('from payment to the end, without faults', [
    ['delivered immediately, median / p99', describeTimes(times.delivered, 0.99)],
    ['refused immediately and refunded, median / p99', describeTimes(times.refunded, 0.99)],
  ])
}
