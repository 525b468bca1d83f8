import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { fillDatabase } from '#tests/bench/fill/fill-database.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { findTool } from '#tests/bench/run/name-machine.ts'
import { openCluster } from '#tests/bench/run/open-cluster.ts'
import type { PartResult, Part, Row, Setting } from '#tests/bench/run/part.ts'
import { takeTurns, type Turns } from '#tests/bench/run/take-turns.ts'

const WALLETS = 10_000

export const ledger: Part = {
  name: 'ledger',
  about:
    'transfers a second through moveMoney compared with pgbench, with the same statement and with raw SQL',
  isExtra: true,
  needs: ['pgbench'],
  measure: measureLedger,
}

const SCRIPTS = {
  same: [
    "select * from move_money('p:' || gen_random_uuid(), 'gift', 'GS1', null, date_trunc('milliseconds', now()),",
    "array['house' || chr(58) || 'gifts'], array['wallet' || chr(58) || (select id from bench_user where number = :wallet)],",
    "array['INR'], array[5::bigint]);",
  ].join(' '),
  raw: [
    'begin;',
    'update raw_wallet set balance = balance + 5 where id = :wallet;',
    "insert into raw_transfer (key, wallet, amount, created_at) values ('p:' || gen_random_uuid(), :wallet, 5, now());",
    'commit;',
  ].join('\n'),
}

/** A plain wallet without a ledger. The difference in speed is the cost of the ledger's guards. */
const RAW_TABLES = `
  create table raw_wallet (id int primary key, balance bigint not null check (balance >= 0));
  insert into raw_wallet select number, 0 from bench_user;
  create table raw_transfer (
    number bigint generated always as identity primary key, key text not null unique,
    wallet int not null references raw_wallet, amount bigint not null, created_at timestamptz not null);
  create index on raw_transfer (wallet, created_at)`

type Load = { wallets: number; connections: number; seconds: number }
type Rate = { rate: number }

async function measureLedger({ stack, seconds, rounds, say }: Setting): Promise<PartResult> {
  const folder = makeFolder(stack)
  const { url } = await openCluster(stack, { folder })
  await migrate(url, pino({ level: 'silent' }))
  await fillDatabase(url, { orders: WALLETS, people: WALLETS })
  const sql = connect(url, { connectionsMax: 32, statementTimeoutMs: 600_000 })
  stack.defer(() => sql.end())
  await sql.unsafe(RAW_TABLES)
  const people = await sql<{ id: string }[]>`select id from bench_user`
  const users = people.map(({ id }) => id)
  const rows: Row[] = []
  const all: Turns<Rate>[] = []
  for (const [name, wallets] of [
    ['many wallets', WALLETS],
    ['one wallet', 1],
  ] as const)
    for (const connections of [1, 16, 32]) {
      const load = { wallets, connections, seconds }
      const by = (script: keyof typeof SCRIPTS) => () => pgbench({ url, folder, script }, load)
      const turns = await takeTurns(
        [
          { name: 'moveMoney', run: () => move({ sql, users }, load) },
          { name: 'same', run: by('same') },
          { name: 'raw', run: by('raw') },
        ],
        rounds,
      )
      all.push(...turns.map((one) => ({ ...one, name: `${name} ${connections} ${one.name}` })))
      rows.push(toRow(`transfers, ${name}, ${connections} at once`, turns))
      say(rows.at(-1)!.what)
    }
  return { rows, rounds: all }
}

function toRow(what: string, turns: Turns<Rate>[]): Row {
  const [ours, same, raw] = turns.map(({ median }) => Math.round(median.rate)) as [
    number,
    number,
    number,
  ]
  const against = `pgbench, same statement: ${same}/s; raw SQL: ${raw}/s`
  return { what, measured: `${ours}/s`, against, ratio: ours / same, target: '', isKept: null }
}

async function move(
  { sql, users }: { sql: Sql; users: string[] },
  { connections, wallets, seconds }: Load,
): Promise<Rate> {
  let moved = 0
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const to = walletOf(users[Math.floor(Math.random() * wallets)]!)
        const line = { from: 'house:gifts', to, currency: 'INR', amount: 5 } as const
        const movement = { key: randomUUID(), kind: 'gift', now: new Date() } as const
        await sql.begin((tx) => moveMoney(QUIET, tx, { ...movement, lines: [line] }))
        moved++
      }
    }),
  )
  return { rate: (moved * 1000) / (performance.now() - startedAt) }
}

type Script = { url: string; folder: string; script: keyof typeof SCRIPTS }

async function pgbench({ url, folder, script }: Script, load: Load): Promise<Rate> {
  const file = join(folder, `${script}.sql`)
  writeFileSync(file, `\\set wallet random(0, ${load.wallets - 1})\n${SCRIPTS[script]}\n`)
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', load.connections, '-j', 2]
  const all = [...args, '-T', load.seconds, url].map(String)
  const child = spawn(findTool('pgbench')!, all, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(child.stdout)
  const tps = /tps = ([\d.]+)/.exec(said)?.[1]
  if (!tps) throw new Error(`pgbench placed nothing: ${said}`)
  return { rate: Number(tps) }
}
