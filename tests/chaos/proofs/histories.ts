import { playHistories } from '#tests/chaos/money/play-histories.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const OPERATIONS = 512

export const histories: Proof = {
  says: 'Random histories of movements and of orders are played on the database and in a model, and compared after every operation.',
  count: 512,
  async prove({ count, seed }) {
    const report = await playHistories({ histories: count, operations: OPERATIONS, seed })
    return [
      toSection(
        'random histories against a model',
        [
          [`histories of up to ${OPERATIONS} operations, compared after each`, report.histories],
          ['transfers in the books afterwards', report.transfers],
        ],
        {
          differences: report.failure,
          'fault in the books': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
