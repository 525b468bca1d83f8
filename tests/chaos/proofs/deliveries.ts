import { deliverUnderFaults } from '#tests/chaos/deliveries/deliver-under-faults.ts'
import { describeTimes } from '#tests/chaos/describe-times.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { timeDeliveries } from '#tests/chaos/deliveries/time-deliveries.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const deliveries: Proof = {
  says: 'Three in ten calls of the providers go wrong and nodes are killed: what was paid is delivered once or refunded once, by their books too.',
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
    'deliveries by faulty providers, two nodes killed with SIGKILL in turn',
    [
      ['kills', sent.kills],
      ['orders paid', sent.orders],
      ['delivered / refunded', `${sent.delivered} / ${sent.refunded}`],
      ['of these ended by a person, with a part delivered', `${sent.byPerson}, ${sent.parts}`],
      ['of these refunded because their customer wished so', sent.byCustomer],
      ['of all, those that a second source was asked for', sent.elsewhere],
      ['parcels, sent more than once', `${sent.parcels}, ${sent.sentAgain}`],
      ['products in the books of the seven providers', sent.products],
    ],
    {
      'delivered twice, or both, or neither, or waiting': sent.wrong,
      'fault in the books': sent.fault,
      'fault found by the audit': sent.audit,
    },
  )
}

async function time(stack: AsyncDisposableStack, count: number): Promise<Section> {
  const times = await timeDeliveries(await startNodes(stack, { count: 1 }), 2 * count)
  return toSection('from paid to the end, nothing being wrong', [
    ['delivered at once by the provider, median / p99', describeTimes(times.delivered, 0.99)],
    ['refused at once by it and refunded, median / p99', describeTimes(times.refunded, 0.99)],
  ])
}
