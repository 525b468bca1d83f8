import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  closeMonth,
  getBookedMonth,
  listAllDocuments,
  listBookedMonths,
} from '#contract/accounting/books.ts'
import { listDocuments } from '#contract/accounting/documents.ts'
import { periodOf } from '#contract/core/period.ts'
import { editOrder } from '#contract/orders/orders.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { openPackShop } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'
import { readLaterCorrections } from './entries.ts'

const untilIssued = (person: Person, id: string) =>
  until(
    'all documents are issued',
    async () => !(await person.call(listDocuments, { id })).data.isBeingIssued,
  )

test('a month that is over is closed once, and shows what later documents take back of it', async (t) => {
  const { shop, admin, asha, game, item } = await openPackShop(t)
  const past = (at: string) =>
    makeOrder(shop.sql, { userId: asha.id, pack: { game, item }, at: new Date(at) })
  const ids: string[] = []
  for (const day of ['2026-02-01T00:00:00', '2026-02-28T23:59:59', '2026-03-01T00:00:00'])
    ids.push(await past(`${day}+05:30`))
  for (const id of ids) await untilIssued(asha, id)
  const { data: listed } = await admin.call(listBookedMonths, {})
  assert.equal(listed.months[0]!.month, periodOf(new Date()))
  assert.partialDeepStrictEqual(listed.months.at(-1), {
    month: '2026-02',
    isOver: true,
    closedAt: null,
  })
  const month = '2026-02'
  const entries = await admin.call(listAllDocuments, { month, page: 1, limit: 1 })
  assert.deepEqual([entries.data.total, entries.data.documents.length], [2, 1])
  const oldest = await admin.call(listAllDocuments, { month, page: 1, limit: 1, sort: 'createdAt' })
  assert.deepEqual(
    [entries, oldest].map(({ data }) => data.documents[0]!.number),
    ['GS/25-26/0000002', 'GS/25-26/0000001'],
  )
  const none = await admin.call(listAllDocuments, { month, page: 1, limit: 9, kind: 'receipt' })
  assert.deepEqual(none.data, { documents: [], total: 0 })

  const sums = [
    {
      kind: 'invoice',
      first: 'GS/25-26/0000001',
      last: 'GS/25-26/0000002',
      count: 2,
      base: 200_00,
      tax: 0,
      total: 200_00,
    },
  ]
  const closed = await admin.call(closeMonth, { month })
  assert.equal(closed.status, 200)
  const isSame = { sums, isUnchanged: true, correctedLater: { count: 0, total: 0 } }
  assert.partialDeepStrictEqual(closed.data, { month, ...isSame })
  assert.ok(closed.data.closedAt && closed.data.closedBy)
  assert.equal((await admin.call(closeMonth, { month })).code, 'MONTH_CLOSED')
  const thisMonth = periodOf(new Date())
  assert.equal((await admin.call(closeMonth, { month: thisMonth })).code, 'MONTH_NOT_OVER')
  for (const wrong of ['9999-12', '2026-13', '0000-01'])
    assert.ok(!closeMonth.input.safeParse({ month: wrong }).success, wrong)
  const [action] = (await listActions(shop)).filter((one) => one.action === 'close month')
  assert.partialDeepStrictEqual(action, { subject: 'month 2026-02', after: { sums } })
  for (const change of ["update closed_books set month = '2026-01'", 'delete from closed_books'])
    await assert.rejects(shop.sql.unsafe(change))

  const refund = { id: ids[0]!, status: 'refunded', note: '', reference: '' } as const
  assert.equal((await admin.call(editOrder, refund)).status, 200)
  await untilIssued(asha, ids[0]!)
  const { data: after } = await admin.call(getBookedMonth, { month })
  assert.deepEqual(
    [after.sums, after.isUnchanged, after.correctedLater],
    [sums, true, { count: 1, total: 100_00 }],
  )
  const later = await readLaterCorrections(shop.sql, month)
  assert.partialDeepStrictEqual(later, [{ kind: 'credit note', sign: -1, orderId: ids[0]! }])
  assert.equal(later.length, 1)
  await past('2026-02-15T00:00:00+05:30') // no clock of the shop does this
  await until('the late invoice shows', async () => {
    const { data } = await admin.call(getBookedMonth, { month })
    return !data.isUnchanged && data.sums[0]!.count === 3
  })
})
