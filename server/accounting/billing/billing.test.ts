import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editBilling, getBilling, type Billing } from '#contract/accounting/billing.ts'
import { listDocuments } from '#contract/accounting/documents.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { issueDocuments } from '#server/accounting/documents/issue-documents.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

const BUSINESS: Billing = {
  country: 'IN',
  state: '27',
  taxId: '27AAPFU0939F1ZV',
  businessName: 'Rao Games',
  address: '5 Day Road, Pune',
}
const day = (number: number) => new Date(`2026-11-0${number}T12:00:00Z`)

const CONSUMER: Billing = { ...BUSINESS, taxId: '', businessName: '', address: '' }

const read = (given: object) => editBilling.input.parse(given)

test('billing details are checked in words, and saved whole or not at all', () => {
  const refuse = (given: object, field: string, message: RegExp) => {
    const { error } = editBilling.input.safeParse({ ...BUSINESS, ...given })
    const [issue, ...more] = error!.issues
    assert.deepEqual([issue!.path.join('.'), more], [field, []], JSON.stringify(given))
    assert.match(issue!.message, message)
  }
  refuse({ country: 'UK' }, 'country', /choose a country/)
  refuse({ state: '25' }, 'state', /choose a State/)
  refuse({ state: '', taxId: '' }, 'state', /choose a State/)
  refuse({ country: 'NP' }, 'state', /Only India/)
  refuse({ taxId: '27AAPFU0939F1ZW' }, 'taxId', /typing error/)
  refuse({ taxId: 'GB123456789' }, 'taxId', /typing error/)
  refuse({ state: '29' }, 'taxId', /another State/)
  refuse({ businessName: ' ' }, 'businessName', /name of the business/)
  refuse({ address: '' }, 'address', /address of the business/)
  refuse({ address: 'x'.repeat(301) }, 'address', /300/)
  assert.deepEqual(read({ ...BUSINESS, taxId: ' 27aapfu0939f1zv ' }), BUSINESS)
  assert.deepEqual(read({ state: '27' }), CONSUMER)
  const nepal = { ...BUSINESS, country: 'NP', state: '', taxId: '300123456' }
  assert.deepEqual(read({ ...nepal, country: 'np' }), nepal)
})

test('an invoice shows the billing details of its order, and keeps them', async (t) => {
  const { admin, asha, item } = await openPackShop(t)
  const legal = { businessName: 'Moon', address: '', email: '', taxId: '29AAACA0000A1ZU' }
  await admin.call(editSettings, { legal, tax: { name: 'GST', percent: 18, sac: '998439' } })
  const untilIssued = async (id: string) => {
    const read = async () => (await asha.call(listDocuments, { id })).data
    await until('the invoice is issued', async () => !(await read()).isBeingIssued)
    return (await read()).documents[0]!
  }
  assert.equal((await asha.call(getBilling, {})).data.billing, null)
  const { data: first } = await order(asha, { item })
  assert.equal((await untilIssued(first._id)).placeOfSupply, 'Karnataka (29)')

  const saved = await asha.call(editBilling, BUSINESS)
  assert.deepEqual([saved.status, saved.data.billing], [200, BUSINESS])
  assert.deepEqual((await asha.call(getBilling, {})).data.billing, BUSINESS)
  const { data: second } = await order(asha, { item })
  const invoice = await untilIssued(second._id)
  assert.partialDeepStrictEqual(invoice, {
    placeOfSupply: 'Maharashtra (27)',
    taxes: [{ name: 'IGST', percent: 18, amount: 15_25 }],
    buyerTaxId: BUSINESS.taxId,
    buyer: { name: 'Asha Rao', businessName: 'Rao Games', address: '5 Day Road, Pune' },
  })
  await asha.call(editBilling, { ...CONSUMER, state: '29' })
  assert.deepEqual(await untilIssued(second._id), invoice)
})

test('an invoice issued late takes the billing details of its order’s time', async (t) => {
  const packShop = await openPackShop(t)
  const { shop, asha, game, item } = packShop
  await shop.stop()
  const { sql } = shop
  const legal = { businessName: 'Moon', address: '', email: '', taxId: '29AAACA0000A1ZU' }
  await sql`insert into setting_history (name, since, value) values
    ('legal', '-infinity', ${sql.json(legal)}), ('tax', '-infinity', ${sql.json({ percent: 18 })})`
  for (const [at, state] of [
    [day(2), '27'],
    [day(4), '33'],
  ] as const)
    await sql`insert into billing (user_id, since, value)
      values (${asha.id}, ${at}, ${sql.json({ ...CONSUMER, state })})`
  for (const at of [day(1), day(2), day(3), day(5)])
    await makeOrder(sql, { userId: asha.id, pack: { game, item }, at })
  await issueDocuments({ sql, ...QUIET, ...CONNECTED })
  const rows = await sql<{ place: string }[]>`
    select content ->> 'placeOfSupply' as place from document order by position`
  assert.deepEqual(
    rows.map(({ place }) => place),
    // The first answer also counts for orders before it: clocks of two nodes differ a little.
    ['Maharashtra (27)', 'Maharashtra (27)', 'Maharashtra (27)', 'Tamil Nadu (33)'],
  )
})
