import { once } from 'node:events'
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'

/** A node of a plan as PostgreSQL reports it, with only the fields that tests read. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Operation?: string
  Filter?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

export type Planned = { text: string; plan: PlanNode }

export type Plans = {
  /** The address of the database through the recording proxy. */
  url: string
  /** Returns all plans since the last call. */
  take(): Planned[]
}

const SETTINGS: Record<string, string> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice', // sent to the client and not to the server's log
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  jit: 'off',
}

/** Forces index plans on small tables, so that any remaining scan means a missing index. */
export const INDEXES_ONLY: Record<string, string> = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

type Options = {
  settings?: Record<string, string>
  /** Limit of plans to keep per statement text. */
  eachMax?: number
}

/**
 * Records the plan of every statement that runs through the returned address, including those inside functions and
 * triggers. The server sends its plans to the client as notices, and the proxy takes them out.
 */
export async function openPlans(
  stack: AsyncDisposableStack,
  databaseUrl: string,
  { settings = {}, eachMax = Infinity }: Options = {},
): Promise<Plans> {
  const planned: Planned[] = []
  const seen = new Map<string, number>()
  const sockets = new Set<Socket>()
  const target = new URL(databaseUrl)
  const server = createServer({ noDelay: true }, (near) => {
    const far = dial({ host: target.hostname, port: Number(target.port), noDelay: true })
    const forward = takeNotices((words) => keep(words, { planned, seen, eachMax }))
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes: Buffer) => {
      const others = forward(bytes)
      if (others.length > 0) near.write(others)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` })
  const options = Object.entries({ ...SETTINGS, ...settings }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  url.searchParams.set('options', options.join(' '))
  return { url: url.href, take: () => planned.splice(0) }
}

const HEAD_BYTES = 5 // of each message: its type, and its length without the type
const NOTICE = 0x4e

/** Splits a server's stream into messages, removes the notices and returns the rest. */
function takeNotices(tell: (words: string) => void): (bytes: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    const others: Buffer[] = []
    let at = 0
    while (rest.length - at >= HEAD_BYTES) {
      const end = at + 1 + rest.readUInt32BE(at + 1)
      if (end > rest.length) break
      if (rest[at] === NOTICE) tell(readWords(rest.subarray(at + HEAD_BYTES, end)))
      else others.push(rest.subarray(at, end))
      at = end
    }
    rest = rest.subarray(at)
    return Buffer.concat(others)
  }
}

/**
 * Reads the text of a notice. A notice is a list of fields that begin with a letter and end with a zero byte; M is the
 * text.
 */
function readWords(fields: Buffer): string {
  for (let at = 0; fields[at];) {
    const end = fields.indexOf(0, at)
    if (fields[at] === 'M'.charCodeAt(0)) return fields.toString('utf8', at + 1, end)
    at = end + 1
  }
  return ''
}

const TEXT = /"Query Text": "((?:[^"\\]|\\.)*)"/

type PlanLog = { planned: Planned[]; seen: Map<string, number>; eachMax: number }

function keep(words: string, { planned, seen, eachMax }: PlanLog): void {
  const [, text = ''] = TEXT.exec(words) ?? []
  const times = (seen.get(text) ?? 0) + 1
  seen.set(text, times)
  const [, json] = times <= eachMax ? (/^duration: .* plan:\n([^]*)$/.exec(words) ?? []) : []
  if (!json) return
  const logged = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  planned.push({ text: logged['Query Text'], plan: logged.Plan })
}
