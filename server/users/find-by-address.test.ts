import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '#server/db/db.ts'
import { makeManyUsers } from '#server/testing/past-users.ts'
import { createPerson, signUpAdmin } from '#server/testing/people.ts'
import { openShop } from '#server/testing/shop.ts'

const COUNT = 40_000

/** Pages of the index that people are searched in, asked for so far. */
async function countReads(sql: Sql): Promise<number> {
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql<[{ count: number }]>`
    select idx_blks_read + idx_blks_hit as count from pg_statio_user_indexes
    where indexrelname = 'users_search'`
  return row.count
}

test('one of many who have their mail at the same place is found without reading about the others', async (t) => {
  const shop = await openShop(t)
  const { sql } = shop
  const admin = await signUpAdmin(shop)
  const users = await makeManyUsers(sql, COUNT)
  const [{ email }] = await sql<[{ email: string }]>`
    select email from users where id = ${users[4_711]!}`
  await sql`vacuum analyze users`
  const node = await shop.openNode()
  await shop.stop() // what its connections have to say is said before
  const before = await countReads(sql)
  const reader = createPerson(node.url, admin.tokens)
  const { data } = await reader.send('GET', `/api/v1/user/all?search=${email}`)
  assert.equal((data as { total: number }).total, 1)
  await node.stop()
  const read = (await countReads(sql)) - before
  assert.ok(read > 0 && read < 50, `${read} pages`)
})
