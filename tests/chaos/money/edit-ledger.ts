import { connect, violates, type Sql } from '#server/platform/db/db.ts'
import { walletOf } from '#server/money/ledger/ledger.ts'
import { verifyLedger, type Anchor } from '#server/money/ledger/verify.ts'
import {
  disarm,
  LEDGER_TABLES,
  listRefused,
  LOCATED,
  toEdit,
  TRIGGER_ROLES,
  type Column,
} from '#tests/support/database/ledger-edits.ts'
import { endow, makeUsers, move, seal, spend } from '#tests/support/money/ledger.ts'
import { run } from '#tests/support/shop/process.ts'
import { openTestDatabase } from '#scripts/testing/test-database.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'

export type EditReport = {
  postings: number
  refused: number // statements refused by the database
  edits: number // made with all guards removed
  byCommand: number // of these, edits also checked by running `npm run ledger:verify`
  faults: string[] // one for each edit that was found
  audited: number // of these, edits that the audit found too
  wrong: string[]
  fault: string | null // after everything was restored
  audit: string[]
}

type Options = { edits: number; seed: number }
type Database = { sql: Sql; databaseUrl: string }

const PEOPLE = 6
const EVENTS = 200
const COMMAND_EVERY = 10

/**
 * Tries to change the books, which the database refuses. Then it removes every guard and changes fields and rows one at
 * a time.
 */
export async function editLedger({ edits, seed }: Options): Promise<EditReport> {
  await using stack = new AsyncDisposableStack()
  const database = await openTestDatabase(undefined)
  stack.defer(() => database.close())
  const url = new URL(database.server)
  url.pathname = 'shop_template' // this server is our own, so nobody copies the template
  const target = { databaseUrl: url.href, sql: connect(url.href, { connectionsMax: 4 }) }
  stack.defer(() => target.sql.end())
  const dice = createDice(seed)
  await fill(target.sql, dice)

  const before = await read(target.sql)
  const { refused, wrong } = await tryAll(target)
  if ((await read(target.sql)) !== before) wrong.push('refused statements have changed something')
  const { counts } = await verifyLedger(target.sql)
  const anchor = { number: counts.seals, hash: counts.lastSeal }
  const forced = await force(target, { edits, dice, anchor })
  if ((await read(target.sql)) !== before) wrong.push('not all edits were undone')
  const { fault } = await verifyLedger(target.sql, anchor)
  const audit = await auditBooks(target.sql)
  const { postings } = counts
  return { ...forced, postings, refused, edits, fault, audit, wrong: [...wrong, ...forced.wrong] }
}

async function fill(sql: Sql, dice: Dice): Promise<void> {
  const people = await makeUsers(sql, PEOPLE)
  for (const currency of ['INR', 'USD'] as const)
    for (const one of people) await endow(sql, one, 1_000_000, currency)
  for (let event = 0; event < EVENTS; event++) {
    const currency = dice.pick(['INR', 'USD'] as const)
    const [one, other] = [dice.pick(people), dice.pick(people)]
    if (one === other) await spend(sql, one, 1 + dice.below(500), currency)
    else
      await move(sql, {
        kind: 'cost',
        lines: [
          { from: walletOf(one), to: walletOf(other), currency, amount: 1 + dice.below(50) },
          { from: 'house:sales', to: 'house:providers', currency, amount: 1 + dice.below(50) },
        ],
      })
    if (dice.isHit(0.05)) await seal(sql)
  }
  await seal(sql)
}

/** Reads the exact content of all ledger tables as text. */
async function read(sql: Sql): Promise<string> {
  const all = await Promise.all(
    LEDGER_TABLES.map(
      (table) => sql`select ${sql(table)}::text as row from ${sql(table)} order by 1`,
    ),
  )
  return JSON.stringify(all)
}

/** Runs as a superuser, with triggers on and with triggers bypassed. */
async function tryAll({
  sql,
  databaseUrl,
}: Database): Promise<{ refused: number; wrong: string[] }> {
  const wrong: string[] = []
  let refused = 0
  for (const role of TRIGGER_ROLES) {
    const own = connect(databaseUrl, { connectionsMax: 1 })
    await own`select set_config('session_replication_role', ${role}, false)`
    for (const table of LEDGER_TABLES)
      for (const text of await listRefused(sql, table)) {
        const error: unknown = await own.unsafe(text).catch((thrown: unknown) => thrown)
        if (violates(error, 'ledger_stays')) refused++
        else wrong.push(`${role}: ${text}: ${String(error)}`)
      }
    await own.end()
  }
  return { refused, wrong }
}

type Forcing = { edits: number; dice: Dice; anchor: Anchor }

async function force(database: Database, { edits, dice, anchor }: Forcing) {
  const { sql } = database
  const found = { byCommand: 0, faults: [] as string[], audited: 0, wrong: [] as string[] }
  const columns = await sql.begin(disarm)
  for (const table of LEDGER_TABLES)
    await sql.unsafe(`create table kept_${table} as table ${table}`)
  for (let nth = 0; nth < edits; nth++) {
    const text = await change(sql, { columns, nth, dice })
    const { fault } = await verifyLedger(sql, anchor)
    if (fault && LOCATED.test(fault)) found.faults.push(fault)
    else found.wrong.push(`${text}: ${fault ?? 'not found'}`)
    if (nth % COMMAND_EVERY === 0) {
      found.byCommand++
      const said = await verifyByCommand(database, anchor)
      if (said.status !== 1 || !said.said.includes(`FAULT. ${fault}`))
        found.wrong.push(`the command, after ${text}: ${said.status} ${said.said}`)
    }
    if ((await auditBooks(sql).catch(() => ['it cannot be read'])).length > 0) found.audited++
    await putBack(sql)
    const after = await verifyLedger(sql, anchor)
    if (after.fault) found.wrong.push(`undone after ${text}: ${after.fault}`)
  }
  return found
}

/** Repeats until the content differs, because a drawn value may equal the old one. */
async function change(
  sql: Sql,
  { columns, nth, dice }: { columns: Column[]; nth: number; dice: Dice },
): Promise<string> {
  const before = await read(sql)
  for (;;) {
    const text = toEdit(columns, nth)
    const chance = dice.below(1_000_000) / 1_000_000
    await sql.begin(async (tx) => {
      await tx`select setseed(${chance})`
      await tx.unsafe(text)
    })
    if ((await read(sql)) !== before) return text
  }
}

const putBack = (sql: Sql): Promise<void> =>
  sql.begin(async (tx) => {
    for (const table of LEDGER_TABLES)
      await tx.unsafe(`delete from ${table}; insert into ${table} select * from kept_${table}`)
  })

async function verifyByCommand({ databaseUrl }: Database, { number, hash }: Anchor) {
  await using stack = new AsyncDisposableStack()
  const program: [string, ...string[]] = ['scripts/ledger-verify.ts', String(number), hash]
  const { said, ended } = run(stack, program, { env: { DATABASE_URL: databaseUrl } })
  return { status: await ended, said: said() }
}
