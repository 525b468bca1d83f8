import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { drawDiagrams, readReferences } from '#scripts/make/make-data-model.ts'
import { JOBS } from '#server/app.ts'
import type { JobName } from '#server/platform/jobs/payloads.ts'
import { driveCalls, driveJobs } from '#tests/support/calls/call-everything.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { GROWING, SMALL } from '#tests/support/database/plans/growing-tables.ts'
import { judgePlan, MEANT_TO_READ } from '#tests/support/database/plans/judge-plan.ts'
import { readKnown } from '#tests/support/calls/known-values.ts'
import { makeUsers } from '#tests/support/money/ledger.ts'
import { fillManyOfAll } from '#tests/support/database/past-everything.ts'
import { INDEXES_ONLY, openPlans, type Plans } from '#tests/support/database/plans/plans.ts'
import { copyTemplate, openShop } from '#tests/support/shop/shop.ts'
import { fillWholeShop } from '#tests/support/shop/whole-shop.ts'
import { connect, type Sql } from './db.ts'

const DATA_MODEL = join(import.meta.dirname, '../../../docs/data-model.md')

function openStack(t: TestContext): AsyncDisposableStack {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  return stack
}

async function readIndexes(sql: Sql): Promise<(index: string) => string> {
  const rows = await sql<{ index: string; table: string }[]>`
    select indexname as index, tablename as table from pg_indexes where schemaname = 'public'`
  const tables = new Map(rows.map(({ index, table }) => [index, table]))
  return (index) => tables.get(index) ?? ''
}

test('every table is listed as growing or small', async (t) => {
  const stack = openStack(t)
  const sql = connect(await copyTemplate(stack), { connectionsMax: 1 })
  stack.defer(() => sql.end())
  const rows = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`
  const names = rows.map(({ name }) => name).toSorted()
  assert.deepEqual([...GROWING, ...Object.keys(SMALL)].toSorted(), names)
  const page = readFileSync(DATA_MODEL, 'utf8')
  const [tables] = page.split('## Exceptions')
  const documented = [...tables!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
  assert.deepEqual(documented.toSorted(), names, 'docs/data-model.md names every table once')
  const drawn = drawDiagrams(page, await readReferences(sql))
  assert.equal(page, drawn, 'run node_modules/.bin/node scripts/make/make-data-model.ts')
})

const PLANTED: [statement: string, fault: RegExp | null][] = [
  [`select from audit where address = 'nowhere'`, /^reads all of audit$/],
  [`select planted_inside()`, /^reads all of audit$/],
  [`select id from users where is_blocked or role = 'x' order by id`, /^goes through all of users/],
  [`update users set full_name = 'x' where full_name = 'y'`, /users/],
  [`select id from users where id = '00000000-0000-4000-8000-000000000000'`, null],
  [`select id from users order by id limit 10`, null],
  [`select name from game where name = 'x'`, null],
]

test('a planted scan is found, even inside a function, and good plans pass', async (t) => {
  const stack = openStack(t)
  const databaseUrl = await copyTemplate(stack)
  const plain = connect(databaseUrl, { connectionsMax: 1 })
  stack.defer(() => plain.end())
  await makeUsers(plain, 500)
  await plain.unsafe(`
    create function planted_inside() returns bigint language plpgsql as $$
    begin
      return (select count(*) from audit where address = 'nowhere');
    end $$;
    analyze`)
  const tableOf = await readIndexes(plain)
  const plans = await openPlans(stack, databaseUrl, { settings: INDEXES_ONLY })
  const sql = connect(plans.url, { connectionsMax: 1 })
  stack.defer(() => sql.end())
  for (const [statement, fault] of PLANTED) {
    await sql.unsafe(statement)
    const planned = plans.take()
    assert.ok(planned.length > 0, statement)
    const faults = planned.flatMap((one) => judgePlan(one, tableOf))
    if (fault)
      assert.ok(
        faults.some((one) => fault.test(one)),
        `${statement}: ${faults}`,
      )
    else assert.deepEqual(faults, [], statement)
  }
})

const flat = (text: string): string => text.replace(/\s+/g, ' ')

/** Results collected over all calls and jobs. */
type Judged = { faults: Map<string, string>; meant: Set<string>; reached: Set<string> }

/** Refusals that come before any statement of the call runs. */
const AT_THE_DOOR = /^(BAD_INPUT|NO_SUCH_CALL|WRONG_CONTENT_TYPE|NOT_SIGNED_IN|ACCESS_DENIED)$/

// Takes over 20 s: it makes every call and runs every job on filled tables, and reads the plan of each statement.
test('no statement of any call or job scans a growing table', async (t) => {
  const stack = openStack(t)
  let plans: Plans | undefined
  const options = { settings: INDEXES_ONLY, eachMax: 6 } // repeats of a statement add nothing
  const reach = async (databaseUrl: string) =>
    (plans = await openPlans(stack, databaseUrl, options)).url
  const shop = await openShop(t, { reach, env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  const callers = await fillWholeShop(shop)
  const known = await readKnown(shop.sql)
  await fillManyOfAll(shop.sql)
  const tableOf = await readIndexes(shop.sql)
  plans!.take() // drops plans for tables that were still empty
  const seen: Judged = { faults: new Map(), meant: new Set(), reached: new Set() }
  const look = (by: string) => {
    for (const planned of plans!.take()) {
      const faults = judgePlan(planned, tableOf)
      const [why] = Object.keys(MEANT_TO_READ).filter((part) => flat(planned.text).includes(part))
      if (why && faults.length > 0) seen.meant.add(why)
      else for (const fault of faults) seen.faults.set(planned.text, `${by}: ${fault}`)
    }
  }
  await driveCalls(shop, { callers, known }, ({ name, code }) => {
    look(name)
    if (!AT_THE_DOOR.test(code)) seen.reached.add(name)
  })
  const failed = await driveJobs(shop, Object.keys(JOBS) as JobName[])
  look('a job')
  const faults = [...seen.faults].map(([text, fault]) => `${fault}: ${flat(text).slice(0, 400)}`)
  assert.ok(faults.length === 0, faults.join('\n'))
  const names = (await listEndpoints()).map(([name]) => name)
  assert.deepEqual(
    names.filter((name) => !seen.reached.has(name)),
    [],
    'every call is made',
  )
  assert.deepEqual(failed, [], 'every job is done')
  const unused = Object.keys(MEANT_TO_READ).filter((part) => !seen.meant.has(part))
  assert.deepEqual(unused, [], 'what is meant is still there')
})
