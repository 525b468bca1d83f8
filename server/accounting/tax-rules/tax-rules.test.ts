import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { DEFAULT_RULES, editTaxRules, getTaxRules } from '#contract/accounting/tax-rules.ts'
import { issueDocuments } from '#server/accounting/documents/issue-documents.ts'
import { verifyDocuments } from '#server/accounting/documents/verify-documents.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { openPackShop } from '#tests/support/orders/orders.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

test('a financial year begins in another month only if no issued document gets another year', async (t) => {
  const { shop, admin, asha, game, item } = await openPackShop(t)
  const { sql } = shop
  const issue = async (...days: string[]) => {
    for (const day of days)
      await makeOrder(sql, {
        userId: asha.id,
        pack: { game, item },
        at: new Date(`${day}T12:00:00Z`),
      })
    await issueDocuments({ sql, ...QUIET, ...CONNECTED })
    const rows = await sql<{ number: string }[]>`select number from document order by transfer`
    return rows.map(({ number }) => number)
  }
  const begin = (...months: string[]) =>
    admin.call(editTaxRules, { ...DEFAULT_RULES, yearStarts: months.map((from) => ({ from })) })

  const before = await issue('2026-03-31', '2026-04-01', '2026-12-31')
  assert.deepEqual(before, ['GS/25-26/0000001', 'GS/26-27/0000001', 'GS/26-27/0000002'])
  for (const months of [['2017-01'], ['2017-04', '2026-01'], ['2017-04', '2025-01', '2026-04']])
    assert.equal((await begin(...months)).code, 'YEAR_IN_USE', months.join())
  assert.equal((await begin('2017-04', '2027-01')).status, 200)
  const after = await issue('2027-01-01', '2026-12-31', '2028-01-01')
  assert.deepEqual(after.slice(3), ['GS/27-27/0000001', 'GS/26-27/0000003', 'GS/28-28/0000001'])
  assert.equal((await begin('2017-04')).code, 'YEAR_IN_USE')
  assert.deepEqual(await verifyDocuments(sql), { count: 6, fault: null })

  // While a document of April 2029 is being issued, the year is changed beside it.
  const answer = await sql.begin(async (tx) => {
    await tx`select from document_cursor for update`
    const answering = begin('2017-04', '2027-01', '2029-04')
    await untilWaitedFor(tx)
    await tx`
      insert into document (series, year, kind, transfer, order_id, user_id, dated_at, content)
      select 'GS', '29-29', kind, -1, gen_random_uuid(), user_id, '2029-04-01T12:00:00Z', content
      from document limit 1`
    return { answering }
  })
  assert.equal((await answer.answering).code, 'YEAR_IN_USE')
  const { data } = await admin.call(getTaxRules, {})
  const { yearStarts, ...others } = DEFAULT_RULES
  assert.deepEqual(data, { ...others, yearStarts: [...yearStarts, { from: '2027-01' }] })
  const changes = (await listActions(shop)).filter(({ action }) => action === 'edit tax rules')
  assert.equal(changes.length, 1, 'what is refused changes nothing')
})

const large = (...from: string[]) => ({
  largeSales: from.map((one) => ({ from: one, above: 1 })),
})
const years = (...from: string[]) => ({ yearStarts: from.map((one) => ({ from: one })) })

const isValid = (change: object) =>
  z.safeEncode(editTaxRules.input, { ...DEFAULT_RULES, ...change }).success

test('rules that contradict themselves are refused in words', () => {
  assert.ok(isValid(large('2024-08', '2025-01')) && isValid(years('2017-04', '2027-01')))
  for (const wrong of [
    years(),
    years('2017-04', ''),
    years('2027-13'),
    years('2017-04', '2030-12'),
    large(),
    large('2024-08', '2024-08'),
    large('2025-01', '2024-08'),
    { largeSales: [{ from: '2024-08', above: -1 }] },
    { gstr1Version: '' },
    { hsnDescription: 'x'.repeat(31) },
  ])
    assert.ok(!isValid(wrong), JSON.stringify(wrong))
})
