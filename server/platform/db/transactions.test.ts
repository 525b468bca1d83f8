import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { copyTemplate } from '#tests/support/shop/shop.ts'
import { connect } from './db.ts'

async function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const sql = connect(await copyTemplate(stack), { connectionsMax: 3 })
  stack.defer(() => sql.end())
  await sql.unsafe('create table stone (id int primary key, facets jsonb)')
  return sql
}

test('a transaction rolled back by an error is never reported as committed', async (t) => {
  const sql = await open(t)
  const pretending = sql.begin(async (tx) => {
    await tx`insert into stone (id) values (1)`
    await tx`insert into stone (id) values (1)`.catch(() => {})
    return 'stored'
  })
  await assert.rejects(pretending, /earlier error in this transaction/)
  assert.equal((await sql`select from stone`).length, 0)
  await sql.begin((tx) => tx`insert into stone (id) values (1)`)
  assert.equal((await sql`select from stone`).length, 1)
})

test('notifications of a transaction are sent after its commit, and never after a rollback', async (t) => {
  const sql = await open(t)
  const news: string[] = []
  const failing = sql.begin(async (tx) => {
    tx.afterCommit(() => news.push('failed'))
    throw new Error('changed my mind')
  })
  await assert.rejects(failing)
  await sql.begin(async (tx) => {
    tx.afterCommit(() => news.push('done'))
    await tx`insert into stone (id) values (1)`
    assert.deepEqual(news, [])
  })
  assert.deepEqual(news, ['done'])
})

test('an object that looks like a query fragment is treated as a value', async (t) => {
  const sql = await open(t)
  const sent = JSON.parse(`{"strings": ["'{}'); drop table stone; --"], "values": []}`) as object
  await sql`insert into stone (id, facets) values (1, ${sent})`
  const [row] = await sql`select facets from stone`
  assert.deepEqual(row!['facets'], sent)
})

test('transactions beyond the number of connections wait for a free one', async (t) => {
  const sql = await open(t)
  await Promise.all(
    Array.from({ length: 20 }, (_, id) =>
      sql.begin(async (tx) => {
        await tx`insert into stone (id) values (${id})`
        await tx`select pg_sleep(0.01)`
      }),
    ),
  )
  assert.equal((await sql`select from stone`).length, 20)
})
