import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { tellPrograms } from '#tests/chaos/programs/tell-programs.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const programs: Proof = {
  says: 'A reseller’s server crashes again and again, and nodes are killed. It hears of every change of its orders, and of the last one.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const shop = await startNodes(stack, { count: 2 })
    const told = await tellPrograms(shop, stack, { orders: 20 * count, seed, atOnce: 8 })
    const taken = `${told.letters}, ${told.repeated}`
    return [
      toSection(
        'webhooks to a crashing server, two nodes killed with SIGKILL in turn',
        [
          ['kills of nodes, crashes of the server', `${told.kills}, ${told.falls}`],
          ['orders, changes reported', `${told.orders}, ${told.events}`],
          ['webhooks accepted by two servers, retries', taken],
        ],
        { 'changes never received, or received wrongly': told.wrong },
      ),
    ]
  },
}
