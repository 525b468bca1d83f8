import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { connect } from '#server/platform/db/db.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { backUp, restore } from '#tests/support/database/backups.ts'
import { ID, OLD_ROWS, RENAMED_TABLES } from '#tests/support/database/old-rows.ts'
import { createDatabase } from '#tests/support/shop/shop.ts'

const LAST_OLD_MIGRATION = 46
const MIDDLE_OF_UPGRADE = 52

for (const [kind, last] of [
  ['of the version before', LAST_OLD_MIGRATION],
  ['from the middle of an upgrade', MIDDLE_OF_UPGRADE],
] as const)
  test(`a backup ${kind} is restored with the new names of tables`, async (t) => {
    const stack = new AsyncDisposableStack()
    t.after(() => stack.disposeAsync())
    const url = await createDatabase(stack)
    const migrations = readMigrations().slice(0, last)
    await migrate(url, pino({ level: 'silent' }), { migrations, functions: [] })
    const old = connect(url, { connectionsMax: 1 })
    stack.defer(() => old.end())
    await old.unsafe(OLD_ROWS)
    await old`
    insert into job (id, name, payload, run_at, attempts_max)
    values (${ID}, 'send-refund-mail', '{"refundId":"1"}', now(), 12)`

    const made = await restore(stack, await backUp(stack, url))
    const sql = connect(made.url, { connectionsMax: 1 })
    stack.defer(() => sql.end())
    for (const name of Object.values(RENAMED_TABLES))
      assert.equal((await sql`select from ${sql(name)}`).length, 1, name)
    const [task] = await sql`select input, cursor from task`
    assert.deepEqual({ ...task }, { input: { search: 'a' }, cursor: 7 })
    assert.deepEqual(made.settled, {
      held: 0,
      unpaid: 1,
      refunds: 1,
      tasks: 1,
      bulks: 0,
      messages: 1,
      sessions: 0,
    })
  })
