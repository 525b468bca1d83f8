import { issueUnderKills } from '#tests/chaos/accounting/issue-under-kills.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const ORDERS_EACH = 100

export const documents: Proof = {
  says: 'Two nodes are killed in turn while packs are sold and refunded. Each series of documents has no gap and no double, and documents, ledger and the GSTR-1 return have one sum.',
  count: 1_000,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const nodes = await startNodes(stack, { count: 2 })
    const report = await issueUnderKills(nodes, { orders: ORDERS_EACH * count, seed })
    const { orders, refunds, seconds, behindSeconds, series } = report
    return [
      toSection(
        'documents of two nodes, killed with SIGKILL in turn',
        [
          ['kills', report.kills],
          ['orders acknowledged, of these refunded', `${orders}, ${refunds}`],
          ['orders a second, with the kills', Math.round(orders / seconds)],
          ['all documents there after the last order', `${behindSeconds.toFixed(1)} s`],
          ['documents by series and year', series.join('; ')],
        ],
        {
          'gaps and doubles': report.gaps,
          'sums of ledger, documents and GSTR-1 that differ': report.wrong,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
