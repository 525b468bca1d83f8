import { killAtClosing } from '#tests/chaos/kills/kill-at-closing.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const closing: Proof = {
  says: 'The shop is killed while it closes a month and pays the prizes: each is paid once, and told by mail.',
  count: 50,
  async prove({ count, seed }) {
    const report = await killAtClosing(count, seed)
    return [
      toSection(
        'killed with SIGKILL while a month is closed',
        [
          ['kills, each in another month', report.kills],
          ['of these between the closing and the last payment', report.halfway],
          ['prizes won / paid', `${report.won} / ${report.paid}`],
        ],
        {
          'wallets that differ from what was won': report.wrong,
          'winners without a mail': report.untold,
          'fault in the books': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}
