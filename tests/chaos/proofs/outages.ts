import { describeTimes } from '#tests/chaos/describe-times.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import {
  runOutages,
  type OutageResult,
  type OutagesReport,
} from '#tests/chaos/outages/run-outages.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { storeProgram } from '#tests/support/shop/store.ts'

export const outages: Proof = {
  says:
    'Two nodes run under a mixed load of visitors, orders, payments, deliveries, sign-ups and API clients. Everything that ' +
    'the shop needs fails in every way, one at a time, and comes back. What does not need it goes on, and what needs it is ' +
    'refused clearly and in time. Nothing acknowledged is lost, and waiting work is done without help.',
  count: 6,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const report = await runOutages(stack, { seconds: count, seed, onOutage: tell })
    const names = [...new Set(report.outages.map(({ outage }) => outage.what))]
    return [
      ...names.map((name) => describeOutagesOf(name, report)),
      toSection(
        'in total',
        [
          ['requests', report.requests],
          ['orders acknowledged', report.orders],
          ['messages promised', report.messages],
          ['not started, because too much was in progress', report.skipped],
          ...(storeProgram
            ? []
            : [['Valkey', 'not tested: not installed on this machine'] as [string, string]]),
        ],
        {
          'refused needlessly, unclear, late, lost or never done': report.wrong,
          'fault in the ledger': report.fault,
          'fault found by the audit': report.audit,
        },
      ),
    ]
  },
}

/** Prints each case when it ends, because all of them take long. */
function tell({ outage, healedMs, faults }: OutageResult): void {
  const said = faults.length === 0 ? 'held' : faults.join('\n  ')
  console.log(
    `  ${outage.what} ${outage.way}, healed after ${(healedMs / 1000).toFixed(1)} s: ${said}`,
  )
}

const describeOutagesOf = (name: string, { outages }: OutagesReport): Section =>
  toSection(
    `${name} fails`,
    outages.filter(({ outage }) => outage.what === name).flatMap(describeOutage),
  )

function describeOutage(taken: OutageResult): Section['rows'] {
  const { outage, others, refusals, orderMs, messageMs } = taken
  const refused = Object.entries(refusals).map(([answer, times]) => `${times} × ${answer}`)
  const { before, during, after } = others
  const rows: Section['rows'] = [
    [
      `${outage.way}: calls that do not need it, before, during, after, median / p99`,
      [before, during, after].map((times) => describeTimes(times, 0.99)).join(', '),
    ],
    [
      `${outage.way}: refused, slowest answer, last refusal after its return`,
      `${refused.join(', ') || 'nothing'}, ${Math.round(taken.worstMs)} ms, ${Math.round(taken.lastRefusalMs)} ms`,
    ],
    [
      `${outage.way}: all waiting work done after its return`,
      `${(taken.healedMs / 1000).toFixed(1)} s`,
    ],
  ]
  if (orderMs.length > 0)
    rows.push([
      `${outage.way}: orders paid during it, until delivered, median / worst`,
      describeTimes(orderMs),
    ])
  if (messageMs.length > 0)
    rows.push([
      `${outage.way}: messages sent during it, until they arrived, median / worst`,
      describeTimes(messageMs),
    ])
  return rows
}
