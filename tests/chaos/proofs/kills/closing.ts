import { killAtClosing } from '#tests/chaos/kills/kill-at-closing.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const closing: Proof = {
  says: 'The shop is killed while it closes a month and pays the prizes. Each prize is paid once, and its winner gets an email.',
  count: 50,
  async prove({ count, seed }) {
    const report = await killAtClosing(count, seed)
    return [
      toSection(
        'killed with SIGKILL while a month is closed',
        [
          ['kills, each in a different month', report.kills],
          ['of these, between the closing and the last payment', report.halfway],
          ['prizes won / paid', `${report.won} / ${report.paid}`],
        ],
        {
          'wallets that differ from what was won': report.wrong,
          'winners without an email': report.unmailed,
          'fault in the ledger': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
