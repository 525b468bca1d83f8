import { playHistories } from '#tests/chaos/money/play-histories.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const OPERATIONS = 512

export const histories: Proof = {
  says: 'Random histories of money and orders run on the database and in a model, and are compared after every operation.',
  count: 512,
  async prove({ count, seed }) {
    const report = await playHistories({ histories: count, operations: OPERATIONS, seed })
    return [
      toSection(
        'random histories against a model',
        [
          [`histories of up to ${OPERATIONS} operations, compared after each`, report.histories],
          ['transfers in the ledger afterwards', report.transfers],
        ],
        {
          differences: report.failure,
          'fault in the ledger': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
