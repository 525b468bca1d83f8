import { describeTimes } from '#tests/chaos/describe-times.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { stopNodes } from '#tests/chaos/load/stop-nodes.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

export const stopping: Proof = {
  says:
    'Under a mixed load, one of two nodes is ended with 60 requests and 20 jobs in progress, three times with SIGTERM and ' +
    'once with SIGKILL. A stopping node answers all it has accepted, and nothing is lost or done twice in either case.',
  count: 20,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const { stops, orders, wrong, fault, audit } = await stopNodes(stack, { stops: count, seed })
    const [stopped, killed] = (['SIGTERM', 'SIGKILL'] as const).map((signal) =>
      stops.filter((one) => one.signal === signal),
    ) as [typeof stops, typeof stops]
    return [
      toSection(
        'nodes ended under load',
        [
          ['stopped with SIGTERM, killed with SIGKILL', `${stopped.length}, ${killed.length}`],
          ['requests in progress then, fewest', Math.min(...stops.map(({ inFlight }) => inFlight))],
          ['jobs in progress then, fewest', Math.min(...stops.map(({ jobs }) => jobs))],
          [
            'requests answered well by stopped nodes',
            `${sum(stopped.map(({ answers }) => answers[200] ?? 0))} of ${sum(stopped.map(({ inFlight }) => inFlight))}`,
          ],
          [
            'time until stopped, median / worst',
            describeTimes(stopped.map(({ stopMs }) => stopMs)),
          ],
          [
            'stopped: time until all its work is done, median / worst',
            describeTimes(stopped.map(({ takenOverMs }) => takenOverMs)),
          ],
          [
            'killed: the same, with leases of half a minute',
            describeTimes(killed.map(({ takenOverMs }) => takenOverMs)),
          ],
          [
            'refused with Retry-After, then accepted by the other node',
            sum(stopped.map(({ answers }) => answers[503] ?? 0)),
          ],
          ['orders acknowledged', orders],
        ],
        {
          'without an answer, late, lost or done twice': wrong,
          'fault in the ledger': fault,
          'fault found by the audit': audit,
        },
      ),
    ]
  },
}
