import { describeTimes } from '#tests/chaos/describe-times.ts'
import { killUnderSignUps } from '#tests/chaos/kills/kill-under-sign-ups.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const signUps: Proof = {
  says: 'The shop and the database are killed in turn while people sign up. Each acknowledged account exists and is complete.',
  count: 100,
  async prove({ count, seed }) {
    const report = await killUnderSignUps(count, seed)
    return [
      toSection(
        'killed with SIGKILL under sign-ups',
        [
          ['kills (shop and database in turn)', report.kills],
          ['accounts acknowledged', report.acknowledged],
          ['shop answers again, median / worst', describeTimes(report.recoveryMs.shop)],
          ['database answers again, median / worst', describeTimes(report.recoveryMs.database)],
        ],
        {
          'acknowledged but lost': report.lost,
          'accounts without session or welcome email': report.half,
        },
      ),
    ]
  },
}
