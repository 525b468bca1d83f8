import { describeTimes } from '#tests/chaos/describe-times.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { takeAway, type OutageResult, type TakeReport } from '#tests/chaos/outages/take-away.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { storeProgram } from '#tests/support/store.ts'

export const outages: Proof = {
  says:
    'Under a mixed load of visitors, orders, payments, deliveries, sign-ups and programs on two nodes, one thing after the other that ' +
    'the shop needs is taken away, so many seconds each, in every way, and given back: what does not need it goes on, what needs it is ' +
    'refused clearly and in time, nothing acknowledged is lost, and what waits is done by itself.',
  count: 6,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const report = await takeAway(stack, { seconds: count, seed, onTaken: tell })
    const names = [...new Set(report.blows.map(({ blow }) => blow.what))]
    return [
      ...names.map((name) => describeBlows(name, report)),
      toSection(
        'over all of it',
        [
          ['requests', report.requests],
          ['orders acknowledged', report.orders],
          ['messages promised', report.letters],
          ['not begun, because too much was under way', report.skipped],
          ...(storeProgram
            ? []
            : [['Valkey', 'not tried: none on this machine'] as [string, string]]),
        ],
        {
          'refused without need, unclear, late, lost or never done': report.wrong,
          'fault in the books': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}

/** Prints each case when it ends, because all of them take long. */
function tell({ blow, healedMs, faults }: OutageResult): void {
  const said = faults.length === 0 ? 'held' : faults.join('\n  ')
  console.log(`  ${blow.what} ${blow.way}, healed after ${(healedMs / 1000).toFixed(1)} s: ${said}`)
}

const describeBlows = (name: string, { blows }: TakeReport): Section =>
  toSection(`${name} is away`, blows.filter(({ blow }) => blow.what === name).flatMap(describeBlow))

function describeBlow(taken: OutageResult): Section['rows'] {
  const { blow, others, refusals, orderMs, letterMs } = taken
  const refused = Object.entries(refusals).map(([answer, times]) => `${times} × ${answer}`)
  const { before, during, after } = others
  const rows: Section['rows'] = [
    [
      `${blow.way}: answers that do not need it, before, meanwhile, afterwards, median / p99`,
      [before, during, after].map((times) => describeTimes(times, 0.99)).join(', '),
    ],
    [
      `${blow.way}: refused, worst answer, last refusal after its return`,
      `${refused.join(', ') || 'nothing'}, ${Math.round(taken.worstMs)} ms, ${Math.round(taken.lastRefusalMs)} ms`,
    ],
    [
      `${blow.way}: all that waited is done after its return`,
      `${(taken.healedMs / 1000).toFixed(1)} s`,
    ],
  ]
  if (orderMs.length > 0)
    rows.push([
      `${blow.way}: orders paid meanwhile until delivered, median / worst`,
      describeTimes(orderMs),
    ])
  if (letterMs.length > 0)
    rows.push([
      `${blow.way}: messages meanwhile until they came, median / worst`,
      describeTimes(letterMs),
    ])
  return rows
}
