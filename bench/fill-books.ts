import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect, type Sql } from '#server/db/db.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { findCluster } from '#server/db/embedded-place.ts'
import { migrate } from '#server/db/migrate.ts'

const BATCH = 50_000

/** Empty books on a server of their own whose commits are on the disk. */
export async function openBooks(stack: AsyncDisposableStack) {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-bench-'))
  chmodSync(folder, 0o755)
  stack.defer(() => {
    for (const one of [folder, findCluster(folder)]) rmSync(one, { recursive: true, force: true })
  })
  const log = pino({ level: 'silent' })
  const { url, stop } = await startEmbedded({ dataDir: folder, log })
  stack.defer(stop)
  await migrate(url, log)
  const sql = connect(url, { connectionsMax: 32, statementTimeoutMs: 3_600_000 })
  stack.defer(() => sql.end())
  return { sql, url, folder }
}

/** People with wallets, numbered for pgbench. */
export async function makeWallets(sql: Sql, count: number): Promise<string[]> {
  await sql.unsafe('create table bench_user (number int primary key, id uuid not null)')
  await sql`
    insert into bench_user (number, id)
    select number, gen_random_uuid() from generate_series(1, ${count}::int) as number`
  await sql`
    insert into users (id, full_name, email, created_at, updated_at)
    select id, 'Somebody', number || '@bench.example', now(), now() from bench_user`
  await sql`
    insert into account (address, currency, user_id)
    select 'wallet:' || id, 'INR', id from bench_user order by number`
  const rows = await sql<{ id: string }[]>`select id from bench_user order by number`
  return rows.map(({ id }) => id)
}

/** A wallet as one would write it without a ledger: what the guards cost is the difference. */
export const makeRawTables = (sql: Sql): Promise<void> =>
  sql.unsafe(`
    create table raw_wallet (id int primary key, balance bigint not null check (balance >= 0));
    insert into raw_wallet select number, 0 from bench_user;
    create table raw_transfer (
      number bigint generated always as identity primary key, key text not null unique,
      wallet int not null references raw_wallet, amount bigint not null, created_at timestamptz not null);
    create index on raw_transfer (wallet, created_at);
  `)

/** Gifts by SQL alone, past the door but through every guard. */
export async function fillBooks(sql: Sql, count: number): Promise<void> {
  for (let done = 0; done < count; done += BATCH)
    await sql`
      insert into transfer (key, line, kind, debit, credit, currency, amount, reference, created_at)
      select gen_random_uuid(), 1, 'gift', house.id, wallet.id, 'INR', 1 + nth % 1000, 'GSBENCH',
        date_trunc('milliseconds', now())
      from generate_series(1, ${Math.min(BATCH, count - done)}::int) as nth
      join bench_user on bench_user.number = 1 + (nth * 7919::bigint) % (select count(*) from bench_user)
      join account wallet on wallet.user_id = bench_user.id
      join account house on house.address = 'house:gifts' and house.currency = 'INR'`
}
