import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { copyTemplate } from '#tests/support/shop/shop.ts'
import { connect } from './db.ts'

async function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const sql = connect(await copyTemplate(stack), { connectionsMax: 1 })
  stack.defer(() => sql.end())
  return sql
}

/** Sizes around the stream's buffers, so that the copy ends with every kind of remainder. */
const LENGTHS = [0, 1, 65_000, 255_000, 262_143, 262_144, 262_145, 300_000, 1_000_000]

test('a connection goes on after a copy that was read slowly, wherever its end came', async (t) => {
  const sql = await open(t)
  await sql.begin(async (tx) => {
    for (const length of LENGTHS)
      for (const rows of [1, 2, 7]) {
        const query = `copy (select repeat('x', ${length}) from generate_series(1, ${rows})) to stdout`
        const { text, count } = tx.copyText(tx(Object.assign([query], { raw: [query] })))
        let bytes = 0
        for await (const piece of text as AsyncIterable<Buffer>) {
          bytes += piece.length
          await sleep(1)
        }
        assert.deepEqual([bytes, await count], [rows * (length + 1), rows])
        const [next] = await tx<[{ one: number }]>`select 1 as one`
        assert.equal(next.one, 1)
      }
  })
})
