import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { tellApiClients } from '#tests/chaos/api-clients/tell-api-clients.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const programs: Proof = {
  says: 'A reseller’s server falls down again and again and nodes are killed: it hears of every change of its orders, and knows the last.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const shop = await startNodes(stack, { count: 2 })
    const told = await tellApiClients(shop, stack, { orders: 20 * count, seed, atOnce: 8 })
    const taken = `${told.letters}, ${told.repeated}`
    return [
      toSection(
        'webhooks to a server that falls down, two nodes killed with SIGKILL in turn',
        [
          ['kills of nodes, falls of the server', `${told.kills}, ${told.falls}`],
          ['orders, changes told of', `${told.orders}, ${told.events}`],
          ['webhooks taken by two servers, tries beyond the first of each', taken],
        ],
        { 'changes never heard of, or heard wrongly': told.wrong },
      ),
    ]
  },
}
