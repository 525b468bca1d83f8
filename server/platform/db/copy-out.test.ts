import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { copyTemplate } from '#tests/support/shop/shop.ts'
import type { RowReader } from './copy-out.ts'
import { connect, type Sql, type Tx } from './db.ts'

async function open(t: TestContext): Promise<Sql> {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const sql = connect(await copyTemplate(stack), { connectionsMax: 1 })
  stack.defer(() => sql.end())
  return sql
}

async function gather<Value>(tx: Tx, query: ReturnType<Tx>, read: (row: RowReader) => Value) {
  const all: Value[] = []
  await tx.copyOut(query, (row) => void all.push(read(row)))
  return all
}

const integer = (row: RowReader) => row.integer()

test('every field comes as it is, and one that is not there or not exact is none', async (t) => {
  const sql = await open(t)
  await sql.begin(async (tx) => {
    const moments = await gather(
      tx,
      tx`select moment::timestamptz from (values ('2026-01-31 18:29:59.999Z'), ('1999-12-31 23:59:59.001Z'),
        ('2026-01-31 18:29:59.999999Z'), ('infinity'), (null)) as moments (moment)`,
      (row) => row.moment().getTime(),
    )
    const exact = ['2026-01-31T18:29:59.999Z', '1999-12-31T23:59:59.001Z'].map(Date.parse)
    assert.deepEqual(moments, [...exact, Number.NaN, Number.NaN, Number.NaN])
    const integers = tx`select number::bigint from (values (0), (-1), (4294967296), (-4294967297),
      (9007199254740991), (-9007199254740991), (9007199254740992), (-9223372036854775808), (null)) as n (number)`
    assert.deepEqual(await gather(tx, integers, integer), [
      0,
      -1,
      2 ** 32,
      -(2 ** 32) - 1,
      Number.MAX_SAFE_INTEGER,
      -Number.MAX_SAFE_INTEGER,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ])
    assert.deepEqual(
      await gather(
        tx,
        tx`select 'ab'::text, ''::text, '₹ 💎', null::text, '\\x00ff'::bytea, null::bytea, true, false, null::bool`,
        (row) => [
          [row.text(), row.text(), row.text(), row.text()],
          [row.hex(), row.hex()],
          [row.flag(), row.flag(), row.flag()],
        ],
      ),
      [
        [
          ['ab', '', '₹ 💎', null],
          ['00ff', null],
          [true, false, null],
        ],
      ],
    )
  })
})

test('rows by the hundred thousand come in order, long ones whole, and of nothing comes nothing', async (t) => {
  const sql = await open(t)
  await sql.begin(async (tx) => {
    let last = 0
    await tx.copyOut(tx`select n::bigint from generate_series(1, 300000) as n`, (row) => {
      assert.equal(row.integer(), last + 1)
      last++
    })
    assert.equal(last, 300_000)
    const lengths = [0, 1, 65_535, 3_000_000]
    assert.deepEqual(
      await gather(
        tx,
        tx`select repeat('x', length) from unnest(array[0, 1, 65535, 3000000]) as length`,
        (row) => row.text()!.length,
      ),
      lengths,
    )
    assert.deepEqual(await gather(tx, tx`select 1::bigint where false`, integer), [])
  })
})

test('whole numbers may be asked about, and nothing that could be more than a number', async (t) => {
  const sql = await open(t)
  await sql.begin(async (tx) => {
    const from = (start: unknown) =>
      gather(tx, tx`select n::bigint from generate_series(${start}, ${3}) as n`, integer)
    assert.deepEqual(await from(-1), [-1, 0, 1, 2, 3])
    for (const start of ['1', '1); drop table users; --', 1.5, Number.NaN, null, new Date()])
      await assert.rejects(async () => from(start), /only whole numbers/)
    assert.deepEqual(await from(3), [3])
  })
})

test('a copy that fails, or whose rows are not taken, undoes its transaction and spoils no other', async (t) => {
  const sql = await open(t)
  for (const [text, message] of [
    ['select (1 / (3 - n))::bigint from generate_series(1, 5) as n', /division by zero/],
    ['select n::bigint from generate_series(1, 100000) as n', /enough/],
  ] as const)
    await assert.rejects(
      sql.begin(async (tx) => {
        await tx.unsafe('create table made_here (id int)')
        const query = Object.assign([text], { raw: [text] })
        let taken = 0
        await tx.copyOut(tx(query), () => {
          if (++taken === 10) throw new Error('enough')
        })
      }),
      message,
    )
  const [row] = await sql<[{ table: string | null }]>`
    select to_regclass('made_here')::text as table`
  assert.equal(row.table, null)
})
