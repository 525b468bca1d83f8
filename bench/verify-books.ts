// npm run bench:verify: how fast the books are verified. npm run bench:verify -- 100000 for fewer postings.
import process from 'node:process'
import { pino } from 'pino'
import { sealLedger } from '#server/ledger/seal.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { fillBooks, makeWallets, openBooks } from './fill-books.ts'

const WALLETS = 10_000
const wanted = Number(process.argv[2] ?? 1_000_000)

await using stack = new AsyncDisposableStack()
const { sql } = await openBooks(stack)
await makeWallets(sql, WALLETS)
await fillBooks(sql, wanted)
await sealLedger({ sql, now: () => new Date(), log: pino({ level: 'silent' }) })
await sql.unsafe('vacuum analyze')

const memory = process.memoryUsage().rss
const startedAt = performance.now()
const { counts, fault } = await verifyLedger(sql)
const seconds = (performance.now() - startedAt) / 1000
const rate = Math.round(counts.postings / seconds)
const grown = Math.round((process.memoryUsage().rss - memory) / 2 ** 20)
console.log(
  `${counts.postings} postings and ${counts.transfers} transfers under ${counts.seals} seals verified in ` +
    `${seconds.toFixed(1)} s: ${rate} postings a second, ${grown} MB more memory, fault: ${fault ?? 'none'}`,
)
