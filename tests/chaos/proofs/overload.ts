import type { Sample } from '#tests/chaos/load/client-pool.ts'
import { describeTimes } from '#tests/chaos/describe-times.ts'
import { overload as overloadShop, type OverloadReport } from '#tests/chaos/load/overload.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const TIMES = 10

export const overload: Proof = {
  says:
    'A node gets ten times the load it can handle, half orders and half lists. It answers or refuses clearly and in ' +
    'time, keeps what it has acknowledged, and recovers within seconds.',
  count: 30,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const report = await overloadShop(stack, { seconds: count, seed, times: TIMES })
    return describe(report)
  },
}

function describe(report: OverloadReport): Section[] {
  const { samples, memory, readyMs, calm } = report
  const good = samples.filter(({ status }) => status === 200)
  const refused = samples.filter(({ status }) => status !== 200)
  const kinds = Object.entries(Object.groupBy(samples, ({ status }) => String(status)))
  const perSecond = (number: number) => Math.round(number / report.seconds)
  return [
    toSection(
      'growing concurrency',
      report.steps.map(({ atOnce, rate, ms }): [string, string] => [
        `${atOnce} at once: good answers a second, median / p99`,
        `${Math.round(rate)}, ${describeTimes(ms, 0.99)}`,
      ]),
    ),
    toSection(
      `${TIMES} times the load it can handle`,
      [
        [
          'requests offered a second, of these without a free connection',
          `${Math.round(report.offered)}, ${perSecond(report.heldBack)}`,
        ],
        [
          'answers by status',
          kinds.map(([status, all]) => `${all!.length} × ${status}`).join(', '),
        ],
        ['good answers a second', perSecond(good.length)],
        ['time to a good answer, median / p99', describeAnswers(good)],
        ['time to a refusal, median / p99', describeAnswers(refused)],
        [
          'slowest answer',
          `${Math.round(samples.reduce((worst, { ms }) => Math.max(worst, ms), 0))} ms`,
        ],
        ['/readyz, median / worst', describeTimes(readyMs.map(({ ms }) => ms))],
        ['memory before, at most, after', `${memory.before}, ${memory.most}, ${memory.after} MB`],
        ['unloaded answers before, median / p99', describeTimes(calm.before, 0.99)],
        ['unloaded answers after, median / p99', describeTimes(calm.after, 0.99)],
        ['recovered after', `${Math.round(report.recoveryMs)} ms`],
        ['all jobs done after', `${(report.jobsMs / 1000).toFixed(1)} s`],
        [
          'orders placed whose answer was lost or late; their key finds them',
          report.unacknowledged,
        ],
      ],
      {
        'unclear, late or lost': report.wrong,
        'fault in the ledger': report.fault,
        'fault found by the audit': report.audit,
      },
    ),
  ]
}

const describeAnswers = (samples: Sample[]) =>
  describeTimes(
    samples.map(({ ms }) => ms),
    0.99,
  )
