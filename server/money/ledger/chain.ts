import { hash } from 'node:crypto'

// Recomputes the ledger's hashes from stored rows, as the database computed them when it wrote. Hashes are hexadecimal
// text: millions are computed at a time, and Node makes text faster than buffers.

export type HashedTransfer = {
  number: number
  key: string
  line: number
  kind: string
  source: string
  target: string
  currency: string
  amount: number
  reference: string
  orderId: string | null
  createdAt: Date
}

export type HashedPosting = {
  userId: string
  currency: string
  sequence: number
  amount: number
  balance: number
  createdAt: Date
  kind: string
  reference: string
  orderId: string | null
  transferHash: string
}

type HashedSeal = { number: number; last: number; count: number; root: string; createdAt: Date }

/** Hash that precedes the first line of a wallet, and the first seal. */
export const BEGINNING = '00'.repeat(32)

const sha256 = (content: string | Buffer): string => hash('sha256', content, 'hex')

const HASH_BYTES = 32
let scratch = Buffer.alloc(4_096)

/** Hashes the bytes of the hash before, followed by text. */
function chain(before: string, text: string): string {
  const endMax = HASH_BYTES + 3 * text.length
  if (endMax > scratch.length) scratch = Buffer.alloc(endMax)
  scratch.write(before, 'hex')
  return sha256(scratch.subarray(0, HASH_BYTES + scratch.write(text, HASH_BYTES)))
}

export const hashTransfer = (transfer: HashedTransfer): string =>
  sha256(`transfer
${transfer.number}
${transfer.key}
${transfer.line}
${transfer.kind}
${transfer.source}
${transfer.target}
${transfer.currency}
${transfer.amount}
${transfer.reference}
${transfer.orderId ?? ''}
${toMoment(transfer.createdAt)}`)

export const hashPosting = (before: string, posting: HashedPosting): string =>
  chain(
    before,
    `posting
${posting.userId}
${posting.currency}
${posting.sequence}
${posting.amount}
${posting.balance}
${toMoment(posting.createdAt)}
${posting.kind}
${posting.reference}
${posting.orderId ?? ''}
${posting.transferHash}`,
  )

export const hashSeal = (before: string, seal: HashedSeal): string =>
  chain(
    before,
    `seal
${seal.number}
${seal.last}
${seal.count}
${seal.root}
${toMoment(seal.createdAt)}`,
  )

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_MAX = 10_000
const days = new Map<number, string>()
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** Does the same as toISOString, which would take longer than all other work on a line. */
function toMoment(at: Date): string {
  const day = Math.floor(at.getTime() / DAY_MS)
  let date = days.get(day)
  if (date === undefined) {
    date = at.toISOString().slice(0, -13)
    if (days.size === DAYS_MAX) days.clear()
    days.set(day, date)
  }
  const time = at.getTime() - day * DAY_MS
  const [seconds, minutes] = [Math.floor(time / 1_000), Math.floor(time / 60_000)]
  const thousandths = String(time % 1_000).padStart(3, '0')
  return `${date}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}.${thousandths}Z`
}

export type Tree = { add(parts: (string | null)[]): void; readonly count: number; root(): string }

/** Merkle tree as in RFC 6962. Keeps only one hash for each of its heights. */
export function growTree(): Tree {
  const peaks: { height: number; hash: string }[] = []
  let count = 0
  return {
    get count() {
      return count
    },
    add(parts) {
      count++
      let peak = { height: 0, hash: join(LEAF, parts) }
      while (peaks.at(-1)?.height === peak.height)
        peak = { height: peak.height + 1, hash: join(NODE, [peaks.pop()!.hash, peak.hash]) }
      peaks.push(peak)
    },
    root: () =>
      peaks.reduceRight<string | null>(
        (right, { hash }) => (right ? join(NODE, [hash, right]) : hash),
        null,
      ) ?? sha256(''),
  }
}

const LEAF = 0
const NODE = 1

/** Hashes a byte for the kind, leaf or node, followed by the bytes of other hashes. */
function join(kind: number, hashes: (string | null)[]): string {
  let end = scratch.writeUInt8(kind)
  for (const one of hashes) if (one !== null) end += scratch.write(one, end, 'hex')
  return sha256(scratch.subarray(0, end))
}
