// npm run chaos: the long proofs. npm run chaos -- 20 for twenty kills instead of a hundred, and as many histories.
import process from 'node:process'
import { killAtClosing } from './kill-at-closing.ts'
import { killUnderGifts } from './kill-under-gifts.ts'
import { killUnderSignUps } from './kill-under-sign-ups.ts'
import { playHistories } from './play-histories.ts'

const OPERATIONS = 512

const wanted = process.argv[2] === undefined ? undefined : Number(process.argv[2])
const report = await killUnderSignUps(wanted ?? 100)
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

const gifts = await killUnderGifts(wanted ?? 100)
console.log(`
| killed with SIGKILL under gifts | |
| --- | --- |
| kills (shop and database in turn) | ${gifts.kills} |
| gifts acknowledged | ${gifts.acknowledged} |
| sent again for want of an answer | ${gifts.repeated} |
| wallets that differ from what was acknowledged | ${gifts.wrong.length} |
| fault in the books | ${gifts.fault ?? 'none'} |
`)

const closing = await killAtClosing(wanted ?? 50)
console.log(`
| killed with SIGKILL while a month is closed | |
| --- | --- |
| kills, each in another month | ${closing.kills} |
| of these between the closing and the last payment | ${closing.halfway} |
| prizes won / paid | ${closing.won} / ${closing.paid} |
| wallets that differ from what was won | ${closing.wrong.length} |
| winners without a mail | ${closing.untold} |
| fault in the books | ${closing.fault ?? 'none'} |
`)

const histories = await playHistories(wanted ?? 512, OPERATIONS)
console.log(`
| random histories against a model | |
| --- | --- |
| histories of up to ${OPERATIONS} operations, compared after each | ${histories.histories} |
| transfers in the books afterwards | ${histories.transfers} |
| differences | ${histories.failure || 'none'} |
| fault in the books | ${histories.fault ?? 'none'} |
`)

const isGood =
  report.lost.length +
    report.half.length +
    gifts.wrong.length +
    closing.wrong.length +
    closing.untold ===
    0 &&
  gifts.fault === null &&
  closing.fault === null &&
  histories.failure === '' &&
  histories.fault === null
process.exit(isGood ? 0 : 1)

function describe(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${Math.round(median)} / ${Math.round(sorted.at(-1) ?? 0)} ms`
}
