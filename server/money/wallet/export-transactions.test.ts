import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '#contract/core/endpoint.ts'
import { exportTransactions } from '#contract/backoffice/exports.ts'
import { listAllTransactions, TRANSACTION_COLUMNS } from '#contract/money/wallet.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { endow, makeUsers, QUIET, spend } from '#tests/support/money/ledger.ts'
import { makeManyLines } from '#tests/support/database/past-lines.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { exportList } from '#tests/support/backoffice/tasks.ts'

const ALL = { search: '', searchIndex: 'UTR' } as const

test('an export of transactions equals the list, with both lines of a conversion', async (t) => {
  const shop = await openShop(t)
  const [admin, asha] = [await signUpAdmin(shop), await signUp(shop, 'Asha Rao')]
  const rohan = await signUp(shop, 'Rohan Mehta')
  await endow(shop.sql, asha.id, 1_000_50)
  await spend(shop.sql, asha.id, 99_00)
  await shop.sql.begin((tx) =>
    moveMoney(QUIET, tx, {
      key: 'between',
      kind: 'adjustment',
      lines: [{ from: walletOf(asha.id), to: walletOf(rohan.id), currency: 'INR', amount: 100 }],
      reference: 'UPI-77',
      now: new Date('2099-01-01T00:00:00Z'),
    }),
  )
  const read = (input: Partial<Input<typeof exportTransactions>> = {}) =>
    exportList(admin, exportTransactions, { ...ALL, ...input })
  const { columns, rows } = await read()
  assert.deepEqual(columns, [`\u{feff}${TRANSACTION_COLUMNS[0]}`, ...TRANSACTION_COLUMNS.slice(1)])
  const { data } = await admin.call(listAllTransactions, {
    ...ALL,
    page: 1,
    limit: 100,
    sort: '-date',
  })
  const said = rows.map((row) => row.join(','))
  for (const { UTR, createdAt, kind, price, fullName, email, ...one } of data.transactions) {
    const { userId, orderId, _id } = one
    const amount = (price / 100).toFixed(2)
    const line = [
      UTR,
      createdAt,
      kind,
      'success',
      'INR',
      amount,
      fullName,
      email,
      userId,
      orderId,
      _id,
    ]
    assert.ok(said.includes(line.join(',')), line.join(','))
  }
  assert.deepEqual([said.length, new Set(said).size], [4, 4])
  assert.equal((await read({ search: 'upi-77' })).rows.length, 2)
  assert.equal((await read({ search: rohan.email, searchIndex: 'email' })).rows.length, 1)
  assert.equal((await read({ userId: rohan.id })).rows.length, 1)
  assert.equal((await read({ status: 'failed' })).rows.length, 0)
  assert.equal((await read({ month: 'feb' })).rows.length, 0)
  assert.equal((await asha.call(exportTransactions, ALL)).code, 'ACCESS_DENIED')
})

test('an export of thousands of transactions has each once, newest first', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await makeManyLines(shop.sql, 3_500, await makeUsers(shop.sql, 7))
  const { rows } = await exportList(admin, exportTransactions, ALL)
  const expected = Array.from({ length: 3_500 }, (_, index) => `R${3_500 - index}`)
  assert.deepEqual(
    rows.map(([UTR]) => UTR),
    expected,
  )
  const input = { ...ALL, search: 'R12' }
  assert.equal((await exportList(admin, exportTransactions, input)).rows.length, 111)
})
