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

const reach = async (told: Record<string, string>) => ({ ...told, ...NO_LIMITS })

export const hostile: Proof = {
  says: 'Whatever is sent to any call, page or line is answered politely and in time; what is refused changes nothing.',
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
      ['calls of the contract, by whose door some came', `${report.endpoints}, ${report.passed}`],
      ['input that the contract does not take', describe(refused)],
      ['calls with spoiled fields and headers', describe(calls)],
      ['requests of spoiled bytes', describe(bytes)],
      ['pages and files by strange addresses', describe(pages)],
      ['webhooks and callbacks of nonsense', describe(webhooks)],
      [
        'lines held open by who says nothing more',
        `${LINES}, ended after ${slow.seconds} s at most`,
      ],
      ['another’s request meanwhile, worst', `${slow.worstMs} ms`],
      ['memory of the shop before / after', `${before} / ${after} MB`],
    ]
    const grown = after > MEGABYTES_MAX ? `${after} MB` : null
    return [
      toSection('hostile input', rows, {
        'answered wrongly': wrong,
        'lines not ended': slow.wrong,
        'memory without bounds': grown,
        'lines of errors in the log': errorsIn(nodes.saidOf(0)),
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
