import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { growTree } from './chain.ts'
import { moveMoney } from './ledger.ts'
import { verifyLedger } from './verify.ts'
import {
  endow,
  makeUsers,
  openLedger,
  QUIET,
  seal,
  spend,
  spendLine,
} from '#tests/support/money/ledger.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

test('each seal covers the new transfers and the previous seal, with no gap or overlap', async (t) => {
  const { sql } = await openLedger(t)
  const [asha] = await makeUsers(sql, 1)
  await seal(sql)
  for (const count of [1, 4, 7]) {
    for (let one = 0; one < count; one++) await endow(sql, asha!, 10)
    await seal(sql)
    await seal(sql)
  }
  const rows = await sql`select number, last, count from seal order by number`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { number: 1, last: 1, count: 1 },
      { number: 2, last: 5, count: 4 },
      { number: 3, last: 12, count: 7 },
    ],
  )
  const { counts, fault } = await verifyLedger(sql)
  assert.deepEqual([fault, counts.seals, counts.sealed, counts.transfers], [null, 3, 12, 12])
})

test('a seal waits for open transactions, so that no earlier transfer appears after it', async (t) => {
  const { sql } = await openLedger(t)
  const [asha, rohan] = await makeUsers(sql, 2)
  await endow(sql, asha!, 1_000)
  const gate = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = sql.begin(async (tx) => {
    await moveMoney(QUIET, tx, {
      key: 'slow',
      kind: 'order',
      lines: [spendLine(asha!, 1)],
      now: new Date(),
    })
    written.resolve()
    await gate.promise
  })
  await written.promise
  await endow(sql, rohan!, 5) // a higher number, committed before the lower one
  let isSealed = false
  let looks = 0
  const watched = new Proxy(sql, {
    apply(tag, self, args) {
      if (String(args[0]).includes('pg_locks')) looks++
      return Reflect.apply(tag, self, args)
    },
  })
  const sealing = seal(watched).then(() => (isSealed = true))
  await until('the seal is made, or waits', () => isSealed || looks > 3)
  await endow(sql, rohan!, 5)
  const [before] = await sql`select count(*) from seal`
  assert.deepEqual([before!['count'], isSealed], [0, false])
  gate.resolve()
  await Promise.all([slow, sealing])
  const [row] = await sql`select last = count as is_whole from seal`
  assert.equal(row!['isWhole'], true)
  await seal(sql)
  const { counts, fault } = await verifyLedger(sql)
  assert.deepEqual([fault, counts.sealed, counts.transfers], [null, 4, 4])
})

test('seals made by two nodes during transfers are correct', async (t) => {
  const { sql } = await openLedger(t, 16)
  const people = await makeUsers(sql, 10)
  await Promise.all(people.map((one) => endow(sql, one, 10_000)))
  const buying = Promise.all(
    Array.from({ length: 300 }, (_, index) => spend(sql, people[index % 10]!, 1)),
  )
  for (let round = 0; round < 10; round++) await Promise.allSettled([seal(sql), seal(sql)]) // one of two may conflict
  await buying
  await seal(sql)
  const { counts, fault } = await verifyLedger(sql)
  assert.deepEqual([fault, counts.sealed], [null, 310])
})

test('the shop seals its ledger regularly', async (t) => {
  const shop = await openShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, asha.id, 500)
  shop.wait(11 * 60 * 1000)
  await until('there is a seal', async () => (await shop.sql`select from seal`).length === 1)
})

const digest = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

test('hash trees match RFC 6962', () => {
  const root = (leaves: Buffer[]): Buffer => {
    if (leaves.length === 1) return digest(Buffer.from([0]), leaves[0]!)
    const half = 2 ** Math.floor(Math.log2(leaves.length - 1))
    return digest(Buffer.from([1]), root(leaves.slice(0, half)), root(leaves.slice(half)))
  }
  const leaves: Buffer[] = []
  const tree = growTree()
  for (let count = 1; count <= 70; count++) {
    leaves.push(digest(Buffer.from([count])))
    tree.add([leaves.at(-1)!.toString('hex'), null])
    assert.equal(tree.root(), root(leaves).toString('hex'), String(count))
  }
})
