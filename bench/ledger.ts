// npm run bench:ledger: transfers a second through moveMoney and through pgbench, side by side on one durable
// server.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import type { Sql } from '#server/db/db.ts'
import { moveMoney, walletOf } from '#server/ledger/ledger.ts'
import { makeRawTables, makeWallets, openBooks } from './fill-books.ts'

const SECONDS = 4
const WALLETS = 10_000
const PGBENCH = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/bin/pgbench'].find((path) =>
  existsSync(path),
)

const SCRIPTS = {
  same: `select * from move_money('p:' || gen_random_uuid(), 'gift', 'GS1', null, date_trunc('milliseconds', now()),
    array['house' || chr(58) || 'gifts'], array['wallet' || chr(58) || (select id from bench_user where number = :wallet)],
    array['INR'], array[5::bigint]);`,
  raw: `begin;
update raw_wallet set balance = balance + 5 where id = :wallet;
insert into raw_transfer (key, wallet, amount, created_at) values ('p:' || gen_random_uuid(), :wallet, 5, now());
commit;`,
}

await using stack = new AsyncDisposableStack()
const { sql, url, folder } = await openBooks(stack)
const users = await makeWallets(sql, WALLETS)
await makeRawTables(sql)

console.log(`${cpus().length} x ${cpus()[0]!.model}, Node ${process.version}, durable commits`)
console.log(
  '\n| transfers a second | connections | moveMoney | pgbench, same statement | pgbench, raw SQL |',
)
console.log('| --- | --- | --- | --- | --- |')
for (const [name, wallets] of [
  ['over many wallets', WALLETS],
  ['one wallet', 1],
] as const)
  for (const connections of [1, 16, 32]) {
    const ours = await measure(sql, connections, wallets)
    const same = await pgbench('same', connections, wallets)
    const raw = await pgbench('raw', connections, wallets)
    console.log(`| ${name} | ${connections} | ${ours} | ${same} | ${raw} |`)
  }

async function measure(pool: Sql, connections: number, wallets: number): Promise<number> {
  let moved = 0
  const end = performance.now() + SECONDS * 1000
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const userId = users[Math.floor(Math.random() * wallets)]!
        const line = {
          from: 'house:gifts',
          to: walletOf(userId),
          currency: 'INR',
          amount: 5,
        } as const
        const movement = { key: randomUUID(), kind: 'gift', now: new Date() } as const
        await pool.begin((tx) => moveMoney(tx, { ...movement, lines: [line] }))
        moved++
      }
    }),
  )
  return Math.round((moved * 1000) / (performance.now() - startedAt))
}

async function pgbench(script: keyof typeof SCRIPTS, connections: number, wallets: number) {
  if (!PGBENCH) return 'no pgbench here'
  const file = join(folder, `${script}.sql`)
  const statement = SCRIPTS[script].replace(/\n {4}/g, ' ')
  writeFileSync(file, `\\set wallet random(1, ${wallets})\n${statement}\n`)
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', connections, '-j', 2, '-T', SECONDS, url]
  const child = spawn(PGBENCH, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
  const tps = /tps = ([\d.]+)/.exec(await text(child.stdout))?.[1]
  return tps ? Math.round(Number(tps)) : 'failed'
}
