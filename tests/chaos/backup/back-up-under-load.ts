import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readBackup } from '#server/operations/backup/read-backup.ts'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { describeSchema, sumTables } from '#tests/support/database/backups.ts'
import { makeFolder, run } from '#tests/support/shop/process.ts'
import { until } from '#tests/support/shop/wait.ts'
import { auditRestored } from '#tests/chaos/audit/audit-restored.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { startMixedLoad, type Load } from '#tests/chaos/load/mixed-load.ts'
import { openMixedShop, type MixedShop } from '#tests/chaos/load/mixed-shop.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { useRestored, type OpenNode } from './use-restored.ts'

/** The load comes from one address, and asks for more codes than a real shop would. */
export const MANY = { LIMIT_CODES_PER_ADDRESS_PER_DAY: '1000000' }

/** A shop whose database and folder are accessible, and of which another node can be started elsewhere. */
export type Source = ChaosSetup & { databaseUrl: string; dataDir: string; openNode: OpenNode }

export type BackupReport = {
  backups: number
  killed: { backups: number; restores: number }
  orders: number // acknowledged during the run
  rows: number // compared one by one, over all backups
  images: number
  seconds: { backup: number[]; restore: number[] }
  wrong: string[]
}

type Options = { backups: number; seed: number; share?: number; customers?: number }
type Round = { folder: string; url: string; dataDir: string }

const SHARE = 0.5 // of the usual load: two shops and two commands run beside it
const BEFORE_KILL_MS = 700

/**
 * Backs up a shop under load, restores each backup and compares it with the database at the very moment of the backup.
 * Before each backup, one backup and one restore are killed halfway.
 */
export async function backUpUnderLoad(source: Source, options: Options): Promise<BackupReport> {
  await using stack = new AsyncDisposableStack()
  const dice = createDice(options.seed)
  const shop = await openMixedShop(source, options.customers ?? 20)
  const load = startMixedLoad(source, shop, { dice, share: options.share ?? SHARE })
  stack.defer(() => load.stop())
  await until('much has been done', () => load.orders.length > 5)
  const report: BackupReport = {
    backups: options.backups,
    killed: { backups: 0, restores: 0 },
    orders: 0,
    rows: 0,
    images: 0,
    seconds: { backup: [], restore: [] },
    wrong: [],
  }
  for (let round = 1; round <= options.backups; round++)
    await play(source, { load, dice, shop, report, isLast: round === options.backups })
  await load.stop()
  report.orders = load.orders.length
  report.wrong.push(...load.failures)
  return report
}

type Going = { load: Load; dice: Dice; shop: MixedShop; report: BackupReport; isLast: boolean }

async function play(source: Source, { load, dice, shop, report, isLast }: Going): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const url = await createEmpty(stack, source.databaseUrl)
  const round = {
    folder: join(makeFolder(stack), 'backup'),
    url,
    dataDir: makeFolder(stack),
  }
  const env = { DATABASE_URL: source.databaseUrl, DATA_DIR: source.dataDir }
  const backup: Command = { program: 'scripts/backup.ts', args: [round.folder], env }
  const there = { DATABASE_URL: url, DATA_DIR: round.dataDir }
  const args = [round.folder, '--moved']
  const restore: Command = { program: 'scripts/restore.ts', args, env: there }

  if (await killOnce(backup, dice)) report.killed.backups++
  if (existsSync(round.folder)) {
    await readBackup(round.folder) // the kill came too late, so the backup is complete
    await rm(round.folder, { recursive: true })
  }
  const acknowledged = [...load.orders]
  const sums = await compareAtMoment(source, backup, report)
  if (await killOnce(restore, dice)) {
    report.killed.restores++
    report.wrong.push(...(await tryHalf(round)))
  }
  report.seconds.restore.push(await runWhole(restore))
  const restored = connect(url, { connectionsMax: 3, statementTimeoutMs: 600_000 })
  stack.defer(() => restored.end())
  const audit = await auditRestored({ source, restored, dataDir: round.dataDir }, acknowledged)
  report.images += audit.images
  report.wrong.push(...audit.wrong)
  const found = await sumTables(restored)
  report.rows += rowsOf(found)
  report.wrong.push(...differences('the moment of the backup', sums, found))
  const [ours, theirs] = [await describeSchema(source.sql), await describeSchema(restored)]
  report.wrong.push(...differences('the tables of a fresh shop', ours, theirs))
  if (isLast) report.wrong.push(...(await useRestored(source, shop, { ...round, sql: restored })))
}

type Command = { program: string; args: string[]; env: NodeJS.ProcessEnv }

async function runWhole({ program, args, env }: Command): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const begun = performance.now()
  const { ended, said } = run(stack, [program, ...args], { env })
  if ((await ended) !== 0) throw new Error(`${program}: ${said()}`)
  return (performance.now() - begun) / 1000
}

/** Returns whether the command was killed before it finished. */
async function killOnce({ program, args, env }: Command, dice: Dice): Promise<boolean> {
  await using stack = new AsyncDisposableStack()
  const { child, ended } = run(stack, [program, ...args], { env })
  await Promise.race([sleep(300 + dice.below(BEFORE_KILL_MS)), ended])
  child.kill('SIGKILL')
  return (await ended) === 'SIGKILL'
}

/** A shop must not start on a half restored database. */
async function tryHalf({ url }: Round): Promise<string[]> {
  const sql = connect(url, { connectionsMax: 1 })
  try {
    const [row] = await sql<[{ mark: string | null; shop: string | null }]>`
      select to_regclass('restoring')::text as mark, to_regclass('users')::text as shop`
    if (!row.mark) return row.shop ? ['a killed restore has left no mark'] : []
    const started = await migrate(url, pino({ level: 'silent' })).catch((error: unknown) => error)
    return String(started).includes('A restore of a backup into this database')
      ? []
      : [`a shop starts on what a killed restore has left: ${String(started)}`]
  } finally {
    await sql.end()
  }
}

/**
 * Compares a backup with the tables at its moment. The backup is held up until another connection shares its snapshot.
 */
async function compareAtMoment(
  { sql }: Source,
  backup: Command,
  report: BackupReport,
): Promise<string[]> {
  const known = new Set(await listSnapshots(sql))
  const gate = Promise.withResolvers<void>()
  const isShut = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx.unsafe('lock table test_line in access exclusive mode') // the shop itself does not use this table
    isShut.resolve()
    await gate.promise
  })
  await isShut.promise
  const running = runWhole(backup).then((seconds) => void report.seconds.backup.push(seconds))
  running.catch(() => {})
  try {
    return await sql.begin(async (tx) => {
      await tx.unsafe('set transaction isolation level repeatable read read only')
      let snapshot: string | undefined
      await until('the backup has its moment', async () => {
        snapshot = (await listSnapshots(sql)).find((one) => !known.has(one))
        return snapshot !== undefined
      })
      await tx.unsafe(`set transaction snapshot '${snapshot}'`)
      gate.resolve()
      return sumTables(tx)
    })
  } finally {
    gate.resolve()
    await holding
    await running
  }
}

/** Lists the exported snapshots of this database. The server keeps those of all databases in one folder. */
const listSnapshots = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select name from pg_ls_dir('pg_snapshots') as name, pg_database
    where datname = current_database()
      and pg_read_file('pg_snapshots/' || name, 0, 1000, true) ~ ('(^|\\n)dbid:' || oid || '\\n')`
  return rows.map(({ name }) => name)
}

async function createEmpty(stack: AsyncDisposableStack, databaseUrl: string): Promise<string> {
  const name = `restored_${Date.now()}_${process.pid}`
  const sql = connect(databaseUrl, { connectionsMax: 1, statementTimeoutMs: 60_000 })
  stack.defer(() => sql.end())
  await sql.unsafe(`create database ${name} template template0`)
  stack.defer(() => sql.unsafe(`drop database ${name} with (force)`))
  const url = new URL(databaseUrl)
  url.pathname = name
  return url.href
}

function differences(what: string, expected: string[], found: string[]): string[] {
  const [ours, theirs] = [new Set(expected), new Set(found)]
  return [
    ...expected.filter((line) => !theirs.has(line)).map((line) => `${what}: ${line} is missing`),
    ...found.filter((line) => !ours.has(line)).map((line) => `${what}: ${line} is too much`),
  ]
}

const rowsOf = (sums: string[]): number =>
  sums.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)
