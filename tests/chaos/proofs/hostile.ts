import { readFileSync } from 'node:fs'
import type { Tally } from '#tests/chaos/hostile/hostile-tally.ts'
import { holdLines } from '#tests/chaos/hostile/hold-lines.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { sendHostileInput } from '#tests/chaos/hostile/send-hostile-input.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const LINES = 200
const MEGABYTES_MAX = 600

/** Rate limits on passwords and codes have chaos tests of their own, and would only block this one. */
const NO_LIMITS = {
  LOG_LEVEL: 'error',
  LIMIT_REQUESTS_PER_MINUTE: '100000000',
  LIMIT_WRONG_PASSWORDS: '1000000',
  LIMIT_WRONG_PASSWORDS_TOTAL: '1000000',
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '1000000',
  LIMIT_CODES_PER_ADDRESS_PER_DAY: '1000000',
  LIMIT_COUPON_TRIES_PER_HOUR: '1000000',
}

const reach = async (environment: Record<string, string>) => ({ ...environment, ...NO_LIMITS })

export const hostile: Proof = {
  says: 'Hostile input to any call, page or connection gets a clear answer in time. Refused input changes nothing.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    const nodes = await startNodes(stack, { count: 1, reach })
    const before = readMegabytes(nodes.pidOf(0))
    const share = (part: number) => Math.max(1, Math.round(count * part))
    const report = await sendHostileInput(nodes, {
      seed,
      refused: share(0.4),
      calls: share(0.5),
      bytes: share(1),
      pages: share(0.6),
      webhooks: share(1),
    })
    const slow = await holdLines(nodes.urls[0]!, LINES)
    const after = readMegabytes(nodes.pidOf(0))
    const { refused, calls, bytes, pages, webhooks, wrong, audit } = report
    const rows: Section['rows'] = [
      [
        'calls of the contract, of these with some input accepted',
        `${report.endpoints}, ${report.passed}`,
      ],
      ['input that the contract does not allow', describe(refused)],
      ['calls with corrupted fields and headers', describe(calls)],
      ['requests with corrupted bytes', describe(bytes)],
      ['pages and files with strange addresses', describe(pages)],
      ['webhooks and callbacks with nonsense', describe(webhooks)],
      [
        'connections held open by silent clients',
        `${LINES}, ended after ${slow.seconds} s at most`,
      ],
      ['a normal request in the meantime, worst', `${slow.worstMs} ms`],
      ['memory of the shop before / after', `${before} / ${after} MB`],
    ]
    const grown = after > MEGABYTES_MAX ? `${after} MB` : null
    return [
      toSection('hostile input', rows, {
        'answered wrongly': wrong,
        'connections not closed': slow.wrong,
        'unbounded memory': grown,
        'errors in the log': errorsIn(nodes.saidOf(0)),
        'fault found by the audit': audit,
      }),
    ]
  },
}

const describe = ({ sent, statuses, slowestMs }: Tally): string => {
  const counts = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
  return `${sent} (${counts.join(', ')}), slowest ${Math.round(slowestMs)} ms`
}

const errorsIn = (said: string): string[] =>
  said
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => line.slice(0, 600))

const KILOBYTES = /VmRSS:\s+(\d+) kB/

function readMegabytes(pid: number): number {
  const [, kilobytes] = KILOBYTES.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
