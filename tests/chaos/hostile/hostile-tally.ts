import type { Answered } from '#tests/support/calls/send-fields.ts'
import { judgeAnswer, type Judged } from './judge-answer.ts'

/** Totals over all requests sent. */
export type Tally = {
  sent: number
  statuses: Record<string, number>
  slowestMs: number
  wrong: string[]
}

export const newTally = (): Tally => ({ sent: 0, statuses: {}, slowestMs: 0, wrong: [] })

const TOLD_MAX = 40

/** Counts an answer, and records faults together with the request that caused them. */
export function note(tally: Tally, what: string, answer: Judged): void {
  tally.sent++
  const status = answer.status || 'none'
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  tally.slowestMs = Math.max(tally.slowestMs, answer.ms)
  const fault = judgeAnswer(answer)
  if (fault) tell(tally, `${what}: ${fault}`)
}

export function tell(tally: Tally, words: string): void {
  if (tally.wrong.length < TOLD_MAX) tally.wrong.push(words.slice(0, 900))
}

export const toJudged = ({ status, headers, text, ms }: Answered): Judged => ({
  status,
  header: (name) => headers.get(name),
  text,
  ms,
})

/** Runs the work with at most `lanes` items at once. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const run = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, run))
}
