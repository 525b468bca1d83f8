// npm run chaos: the long proofs. npm run chaos -- 20 for twenty kills instead of a hundred.
import process from 'node:process'
import { killUnderSignUps } from './kill-under-sign-ups.ts'

const kills = Number(process.argv[2] ?? 100)
const report = await killUnderSignUps(kills)
const { shop, database } = report.recoveryMs

console.log(`
| killed with SIGKILL under sign-ups | |
| --- | --- |
| kills (shop and database in turn) | ${report.kills} |
| accounts acknowledged | ${report.acknowledged} |
| acknowledged and lost | ${report.lost.length} |
| there without session or welcome | ${report.half.length} |
| shop answers again, median / worst | ${describe(shop)} |
| database answers again, median / worst | ${describe(database)} |
`)
process.exit(report.lost.length + report.half.length === 0 ? 0 : 1)

function describe(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${Math.round(median)} / ${Math.round(sorted.at(-1) ?? 0)} ms`
}
