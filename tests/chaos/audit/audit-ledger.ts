import { createHash } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { expectNone } from './compare-rows.ts'

// Replays the ledger from its first line, following the instructions in docs/ledger.md.

type Transfer = {
  number: number
  key: string
  line: number
  kind: string
  debit: number
  credit: number
  source: string | null // account addresses
  target: string | null
  currency: string
  amount: number
  reference: string
  orderId: string | null
  createdAt: Date
  hash: string
}

type Posting = {
  accountId: number
  address: string | null
  sequence: number
  transfer: number
  userId: string
  currency: string
  amount: number
  balance: number
  createdAt: Date
  hash: string
}

type Seal = {
  number: number
  last: number
  count: number
  root: string
  createdAt: Date
  hash: string
}

const NOTHING = Buffer.alloc(32)

const digest = (...parts: (Buffer | string)[]): Buffer => {
  const sha = createHash('sha256')
  for (const part of parts) sha.update(part)
  return sha.digest()
}

export async function auditLedger(tx: Tx): Promise<string[]> {
  const transfers = await readTransfers(tx)
  const postings = await readPostings(tx)
  const byNumber = new Map(transfers.map((transfer) => [transfer.number, transfer]))
  return [
    ...transfers.flatMap(checkTransfer),
    ...checkSides(transfers, postings),
    ...checkWallets(postings, byNumber),
    ...checkSums(transfers, postings),
    ...(await checkBalances(tx, postings)),
    ...checkSeals(await readSeals(tx), transfers, postings),
    ...(await findFine(tx)),
  ]
}

const readTransfers = (tx: Tx) => tx<Transfer[]>`
  select number, key, line, kind, debit, credit, source.address as source, target.address as target, transfer.currency,
    amount, reference, order_id, created_at, encode(hash, 'hex') as hash
  from transfer
  left join account source on source.id = debit and source.currency = transfer.currency
  left join account target on target.id = credit and target.currency = transfer.currency
  order by number`

const readPostings = (tx: Tx) => tx<Posting[]>`
  select account_id, address, sequence, transfer, posting.user_id, posting.currency, amount, balance, created_at,
    encode(hash, 'hex') as hash
  from posting left join account on account.id = account_id and account.currency = posting.currency
    and account.user_id = posting.user_id
  order by account_id, sequence`

const readSeals = (tx: Tx) => tx<Seal[]>`
  select number, last, count, encode(root, 'hex') as root, created_at, encode(hash, 'hex') as hash
  from seal order by number`

/** Timestamps are whole milliseconds. The hashes cover no more than that, so a finer change would go unnoticed. */
const findFine = (tx: Tx): Promise<string[]> =>
  expectNone(
    'a moment finer than a millisecond',
    tx`
      select concat_ws(' ', what, number) as line from (
        select 'transfer' as what, number, created_at from transfer
        union all select 'line of transfer', transfer, created_at from posting
        union all select 'seal', number, created_at from seal) moments
      where created_at <> date_trunc('milliseconds', created_at)`,
  )

const isWallet = (address: string | null): boolean => address?.startsWith('wallet:') === true

function checkTransfer(one: Transfer): string[] {
  const { number, key, line, kind, source, target, currency, amount, reference, createdAt } = one
  if (source === null || target === null)
    return [`transfer ${number}: an account is not of its currency, or not there`]
  const fields = [number, key, line, kind, source, target, currency, amount, reference]
  const text = ['transfer', ...fields, one.orderId ?? '', createdAt.toISOString()].join('\n')
  return [
    ...(amount > 0 ? [] : [`transfer ${number}: it moves ${amount}`]),
    ...(digest(text).toString('hex') === one.hash ? [] : [`transfer ${number}: its hash is wrong`]),
  ]
}

/** Every wallet side of a transfer has exactly one posting, and there are no others. */
function checkSides(transfers: Transfer[], postings: Posting[]): string[] {
  const left = new Map<string, number>()
  for (const { number, debit, credit, source, target, amount } of transfers) {
    if (isWallet(source)) left.set(`${number} ${debit}`, -amount)
    if (isWallet(target)) left.set(`${number} ${credit}`, amount)
  }
  const wrong = postings.flatMap(({ transfer, accountId, amount, sequence }) => {
    const name = `${transfer} ${accountId}`
    const expected = left.get(name)
    left.delete(name)
    return expected === amount
      ? []
      : [
          `line ${sequence} of account ${accountId}: ${amount} where transfer ${transfer} has ${expected}`,
        ]
  })
  const missing = [...left.keys()].map((name) => `transfer and account ${name}: there is no line`)
  return [...wrong, ...missing]
}

function checkWallets(postings: Posting[], transfers: Map<number, Transfer>): string[] {
  const wrong: string[] = []
  let [account, sequence, balance, hash] = [0, 0, 0, NOTHING as Buffer]
  for (const one of postings) {
    if (one.accountId !== account)
      [account, sequence, balance, hash] = [one.accountId, 0, 0, NOTHING]
    sequence++
    balance += one.amount
    const at = `line ${one.sequence} of ${one.address ?? `account ${one.accountId}, which is not whose it says`}`
    if (one.address === null) wrong.push(at)
    if (one.sequence !== sequence) wrong.push(`${at}: it should be line ${sequence}`)
    if (one.balance !== balance) wrong.push(`${at}: ${one.balance} where lines sum to ${balance}`)
    const kind = transfers.get(one.transfer)?.kind ?? ''
    if (one.balance < 0 && one.amount < 0 && !['adjustment', 'dispute'].includes(kind))
      wrong.push(`${at}: below zero`)
    hash = digest(hash, textOf(one, transfers.get(one.transfer)))
    if (hash.toString('hex') !== one.hash) wrong.push(`${at}: its hash is wrong`)
    sequence = one.sequence
    balance = one.balance
    hash = Buffer.from(one.hash, 'hex') // goes on from the stored hash, so that one fault is reported once
  }
  return wrong
}

function textOf(one: Posting, transfer: Transfer | undefined): string {
  const { userId, currency, sequence, amount, balance, createdAt } = one
  const own = [userId, currency, sequence, amount, balance, createdAt.toISOString()]
  const { kind, reference, orderId, hash } = transfer ?? { kind: '', reference: '', hash: '' }
  return ['posting', ...own, kind, reference, orderId ?? '', hash].join('\n')
}

/** All wallets and house accounts of a currency sum to zero. */
function checkSums(transfers: Transfer[], postings: Posting[]): string[] {
  const sums = new Map<string, bigint>()
  const add = (currency: string, amount: number) =>
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount))
  for (const { currency, amount } of postings) add(currency, amount)
  for (const { currency, amount, source, target } of transfers) {
    if (!isWallet(source)) add(currency, -amount)
    if (!isWallet(target)) add(currency, amount)
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([currency, sum]) => `all accounts in ${currency}: they sum to ${sum}`)
}

/** The balance the shop stores for a wallet is the sum of its lines. */
async function checkBalances(tx: Tx, postings: Posting[]): Promise<string[]> {
  const folds = new Map<string, number>()
  for (const { userId, currency, amount } of postings) {
    const name = `${userId} ${currency}`
    folds.set(name, (folds.get(name) ?? 0) + amount)
  }
  const rows = await tx<{ userId: string; currency: string; balance: number }[]>`
    select user_id, currency, balance_of(user_id, currency) as balance from account where user_id is not null`
  return rows.flatMap(({ userId, currency, balance }) => {
    const fold = folds.get(`${userId} ${currency}`) ?? 0
    return balance === fold
      ? []
      : [
          `wallet of ${userId} in ${currency}: it is said to hold ${balance} where lines sum to ${fold}`,
        ]
  })
}

function checkSeals(seals: Seal[], transfers: Transfer[], postings: Posting[]): string[] {
  const lines = new Map(postings.map((one) => [`${one.transfer} ${one.accountId}`, one.hash]))
  const leafOf = ({ number, debit, credit, hash }: Transfer) =>
    Buffer.from(
      [hash, lines.get(`${number} ${debit}`) ?? '', lines.get(`${number} ${credit}`) ?? ''].join(
        '',
      ),
      'hex',
    )
  let [number, last, before] = [0, 0, NOTHING as Buffer]
  return seals.flatMap((seal) => {
    const sealed = transfers.filter((one) => one.number > last && one.number <= seal.last)
    const root = rootOf(sealed.map(leafOf)).toString('hex')
    const moment = seal.createdAt.toISOString()
    const text = ['seal', seal.number, seal.last, seal.count, seal.root, moment].join('\n')
    const isRight =
      seal.number === number + 1 &&
      seal.count === sealed.length &&
      seal.root === root &&
      seal.hash === digest(before, text).toString('hex')
    ;[number, last, before] = [seal.number, seal.last, Buffer.from(seal.hash, 'hex')]
    return isRight ? [] : [`seal ${seal.number}: it is not of what is there`]
  })
}

/** RFC 6962, 2.1. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return digest('')
  if (leaves.length === 1) return digest(Buffer.from([0]), leaves[0]!)
  let half = 1
  while (2 * half < leaves.length) half *= 2
  return digest(Buffer.from([1]), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}
