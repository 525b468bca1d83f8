import { describeTimes } from '#tests/chaos/describe-times.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { stopNodes } from '#tests/chaos/load/stop-nodes.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

export const stopping: Proof = {
  says:
    'One of two nodes after the other is ended with 60 requests and 20 jobs in its hands under a mixed load, three times with SIGTERM and ' +
    'once with SIGKILL: a node that stops answers all it has taken, and nothing is lost or done twice in any case.',
  count: 20,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const { stops, orders, wrong, fault, audit } = await stopNodes(stack, { stops: count, seed })
    const [stopped, killed] = (['SIGTERM', 'SIGKILL'] as const).map((signal) =>
      stops.filter((one) => one.signal === signal),
    ) as [typeof stops, typeof stops]
    return [
      toSection(
        'nodes that end in the middle of everything',
        [
          ['stopped with SIGTERM, killed with SIGKILL', `${stopped.length}, ${killed.length}`],
          [
            'requests in their hands then, fewest',
            Math.min(...stops.map(({ inFlight }) => inFlight)),
          ],
          ['jobs in their hands then, fewest', Math.min(...stops.map(({ jobs }) => jobs))],
          [
            'requests answered well by those that were stopped, of',
            `${sum(stopped.map(({ answers }) => answers[200] ?? 0))} of ${sum(stopped.map(({ inFlight }) => inFlight))}`,
          ],
          [
            'until it has stopped, median / worst',
            describeTimes(stopped.map(({ stopMs }) => stopMs)),
          ],
          [
            'stopped: until all that was under way is done, median / worst',
            describeTimes(stopped.map(({ takenOverMs }) => takenOverMs)),
          ],
          [
            'killed: the same, and leases last half a minute',
            describeTimes(killed.map(({ takenOverMs }) => takenOverMs)),
          ],
          [
            'refused by those with a time to come again, and taken by the other',
            sum(stopped.map(({ answers }) => answers[503] ?? 0)),
          ],
          ['orders acknowledged', orders],
        ],
        {
          'without an answer, late, lost or done twice': wrong,
          'fault in the books': fault,
          'fault found by the audit': audit,
        },
      ),
    ]
  },
}
