import { describeTimes } from '#tests/chaos/describe-times.ts'
import { killUnderSignUps } from '#tests/chaos/kills/kill-under-sign-ups.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const signUps: Proof = {
  says: 'Shop and database are killed in turn while people sign up: what was acknowledged is there, and whole.',
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
          'acknowledged and lost': report.lost,
          'there without session or welcome': report.half,
        },
      ),
    ]
  },
}
