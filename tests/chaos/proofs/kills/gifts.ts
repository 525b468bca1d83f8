import { killUnderGifts } from '#tests/chaos/kills/kill-under-gifts.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const gifts: Proof = {
  says: 'The shop and the database are killed in turn while gifts are given. Each acknowledged gift is in its wallet once.',
  count: 100,
  async prove({ count, seed }) {
    const report = await killUnderGifts(count, seed)
    return [
      toSection(
        'killed with SIGKILL under gifts',
        [
          ['kills (shop and database in turn)', report.kills],
          ['gifts acknowledged', report.acknowledged],
          ['retried because no answer came', report.repeated],
        ],
        {
          'wallets that differ from what was acknowledged': report.wrong,
          'fault in the ledger': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
