import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { editBilling } from '#contract/accounting/billing.ts'
import { listDocuments, type TaxDocument } from '#contract/accounting/documents.ts'
import { deleteUser } from '#contract/accounts/auth.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { editOrder } from '#contract/orders/orders.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { openPackShop, order, type PackShop } from '#tests/support/orders/orders.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { signUp, type Person } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { forgetDocumentBuyers } from './forget-document-buyers.ts'
import { issueDocuments } from './issue-documents.ts'
import { verifyDocuments } from './verify-documents.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

const LEGAL = {
  businessName: 'Moon Traders',
  address: '1 Night Road',
  email: 'legal@moon.example',
  taxId: '29AAACA0000A1ZU',
}
const TAX = { name: 'GST', percent: 18, sac: '998439' }

async function untilIssued(person: Person, id: string): Promise<TaxDocument[]> {
  const read = async () => (await person.call(listDocuments, { id })).data
  await until('all documents are issued', async () => !(await read()).isBeingIssued)
  return (await read()).documents
}

type Numbered = { number: string; position: number; kind: string; orderId: string; hash: string }

const readAll = (sql: Sql) => sql<Numbered[]>`
  select number, position, kind, order_id, encode(hash, 'hex') as hash
  from document order by series, year, position`

/** Makes orders that are booked, without the shop that sells them. */
const makeOrders = async ({ shop, asha, game, item }: PackShop, at: Date[]): Promise<string[]> => {
  const ids: string[] = []
  for (const moment of at)
    ids.push(await makeOrder(shop.sql, { userId: asha.id, pack: { game, item }, at: moment }))
  return ids
}

test('an order gets an invoice that later settings do not change, and its refund a credit note', async (t) => {
  const { shop, admin, asha, game, item } = await openPackShop(t)
  await admin.call(editSettings, { shopName: 'Moon Shop', legal: LEGAL, tax: TAX })
  await makeCoupon(admin, { couponCode: 'DIWALI', discount: 25_00 })
  const { data } = await order(asha, { item, couponCode: 'DIWALI' })
  const [invoice, ...none] = await untilIssued(asha, data._id)
  assert.deepEqual(none, [])
  const { number, datedAt, lines, ...rest } = invoice!
  assert.match(number, /^GS\/\d\d-\d\d\/0000001$/)
  assert.equal(datedAt, data.createdAt)
  assert.deepEqual(
    lines.map(({ name, code, amount }) => [name, code, amount]),
    [
      [`${item.itemName}, ${game.gameName}`, '998439', 100_00],
      ['Coupon DIWALI', '', 25_00],
    ],
  )
  assert.deepEqual(rest, {
    kind: 'invoice',
    title: 'Tax invoice',
    corrects: null,
    seller: {
      name: 'Moon Shop',
      businessName: 'Moon Traders',
      address: '1 Night Road',
      email: 'legal@moon.example',
      taxId: LEGAL.taxId,
      taxIdName: 'GSTIN',
    },
    buyer: { name: 'Asha Rao', email: asha.email, player: invoice!.buyer!.player },
    placeOfSupply: 'Karnataka (29)',
    base: 63_56,
    taxes: [
      { name: 'CGST', percent: 9, amount: 5_72 },
      { name: 'SGST', percent: 9, amount: 5_72 },
    ],
    total: 75_00,
    paidDollars: null,
    orderReference: data.invoiceId,
    paidWith: 'Wallet',
    buyerTaxId: '',
    note: '',
    isExport: false,
  })

  await admin.call(editSettings, { legal: { ...LEGAL, taxId: '' }, tax: { ...TAX, percent: 5 } })
  const refund = { id: data._id, status: 'refunded', note: '', reference: '' } as const
  assert.equal((await admin.call(editOrder, refund)).status, 200)
  const [same, note] = await untilIssued(asha, data._id)
  assert.deepEqual(same, invoice)
  assert.deepEqual(note, {
    ...invoice,
    kind: 'credit note',
    title: 'Credit note',
    number: note!.number,
    datedAt: note!.datedAt,
    corrects: { number, datedAt },
  })
  assert.match(note!.number, /^CN\/\d\d-\d\d\/0000001$/)
  const { data: later } = await order(asha, { item })
  const [receipt] = await untilIssued(asha, later._id)
  assert.deepEqual([receipt!.title, receipt!.taxes, receipt!.base], ['Receipt', [], 100_00])
  const stranger = await signUp(shop, 'Rohan')
  assert.equal((await stranger.call(listDocuments, { id: data._id })).status, 404)
})

const day = (number: number) => new Date(`2026-11-0${number}T12:00:00Z`)

test('a document shows the settings of its own time, however late it is issued', async (t) => {
  const packShop = await openPackShop(t)
  const { sql } = packShop.shop
  await packShop.shop.stop()
  const set = (name: string, value: unknown, at: Date) => sql`
    insert into setting (name, value, updated_at) values (${name}, ${sql.json(value)}, ${at})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`
  await set('shopName', 'Night Shop', day(2))
  await set('legal', LEGAL, day(2))
  await set('tax', TAX, day(2))
  await set('legal', { ...LEGAL, taxId: '' }, day(4))
  await makeOrders(packShop, [day(1), day(2), day(3), day(5)])
  await issueDocuments({ sql, ...QUIET, ...CONNECTED })
  const rows = await sql<{ name: string; title: string }[]>`
    select content -> 'seller' ->> 'name' as name, content ->> 'title' as title from document order by position`
  assert.deepEqual(
    rows.map(({ name, title }) => [name, title]),
    [
      ['Gemstall', 'Receipt'],
      ['Night Shop', 'Tax invoice'],
      ['Night Shop', 'Tax invoice'],
      ['Night Shop', 'Receipt'],
    ],
  )
})

test('numbers are consecutive in each financial year, whatever crashes or runs at once', async (t) => {
  const packShop = await openPackShop(t)
  const { sql } = packShop.shop
  await packShop.shop.stop()
  const years = ['2026-03-31T18:29:59.999Z', '2026-03-31T18:30:00.000Z'].map((at) => new Date(at))
  await makeOrders(packShop, [...years, ...years, ...years])
  await sql.unsafe(`
    create function crash() returns trigger language plpgsql as $$
    begin
      if new.position = 2 then raise exception 'crash'; end if;
      return new;
    end $$;
    create trigger crash after insert on document for each row execute function crash()`)
  await assert.rejects(issueDocuments({ sql, ...QUIET, ...CONNECTED }), /crash/)
  assert.deepEqual([...(await readAll(sql))], [])
  await sql.unsafe('drop trigger crash on document')
  await Promise.all([1, 2, 3, 4].map(() => issueDocuments({ sql, ...QUIET, ...CONNECTED })))
  const orders = await makeOrders(packShop, years)
  await Promise.all([1, 2, 3, 4].map(() => issueDocuments({ sql, ...QUIET, ...CONNECTED })))
  const issued = await readAll(sql)
  assert.deepEqual(
    issued.map(({ number }) => number),
    ['25-26', '26-27'].flatMap((year) => [1, 2, 3, 4].map((one) => `GS/${year}/000000${one}`)),
  )
  assert.deepEqual([issued[3]!.orderId, issued[7]!.orderId], orders)
})

test('documents are chained by their hashes, and cannot be changed or deleted', async (t) => {
  const packShop = await openPackShop(t)
  const { sql } = packShop.shop
  await packShop.shop.stop()
  await makeOrders(packShop, [new Date('2026-11-24T10:00:00Z'), new Date('2026-11-24T10:00:01Z')])
  await issueDocuments({ sql, ...QUIET, ...CONNECTED })
  const texts = await sql<{ text: string; hash: string }[]>`
    select concat_ws(E'\n', 'document', number, kind, transfer, order_id, user_id, coalesce(corrects, ''),
      to_char(dated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), content) as text,
      encode(hash, 'hex') as hash
    from document order by position`
  let before = Buffer.alloc(32)
  for (const { text, hash } of texts) {
    before = createHash('sha256').update(before).update(text).digest()
    assert.equal(hash, before.toString('hex'))
  }
  assert.equal(texts.length, 2)
  for (const change of [
    `update document set content = '{}'`,
    'delete from document',
    'truncate document, document_buyer',
    'set session_replication_role = replica; delete from document',
  ])
    await assert.rejects(sql.unsafe(change), /only ever added to/, change)
})

test('an order made before documents existed gets one, and an order without a price gets none', async (t) => {
  const packShop = await openPackShop(t)
  const { shop, admin, asha, item, game } = packShop
  await makeCoupon(admin, { couponCode: 'FREE', discount: 100_00 })
  const { data: free } = await order(asha, { item, couponCode: 'FREE' })
  const long = await makeOrders(packShop, [new Date('2025-06-01T00:00:00Z')])
  const unpaid = await makeOrder(shop.sql, { userId: asha.id, pack: { game, item }, method: 'upi' })
  const [invoice] = await untilIssued(asha, long[0]!)
  assert.equal(invoice!.number, 'GS/25-26/0000001')
  for (const id of [free._id, unpaid]) assert.deepEqual(await untilIssued(asha, id), [])
})

test('documents name their buyers until eight years after the financial year, and stay without them', async (t) => {
  const packShop = await openPackShop(t)
  const { sql } = packShop.shop
  await packShop.shop.stop()
  const days = ['2016-05-01T00:00Z', '2018-03-31T18:29:59.999Z', '2018-03-31T18:30Z', '2026-11-01']
  await makeOrders(
    packShop,
    days.map((day) => new Date(day)),
  )
  await issueDocuments({ sql, ...QUIET, ...CONNECTED })
  const forget = (now: string) => forgetDocumentBuyers({ sql, now: () => new Date(now) })
  const select = () => sql<{ number: string }[]>`
    select number from document join document_buyer on document = number order by dated_at`
  const named = async () => (await select()).map(({ number }) => number)
  const [, last, next, newest] = await named()
  await forget('2026-03-31T18:29:59.999Z')
  assert.deepEqual(await named(), [last, next, newest])
  await Promise.all([1, 2, 3].map(() => forget('2026-03-31T18:30:00.000Z')))
  await forget('2027-03-31T18:29:59.999Z')
  assert.deepEqual(await named(), [next, newest])
  await makeOrders(packShop, [new Date('2017-06-01T00:00Z')])
  await issueDocuments({ sql, ...QUIET, ...CONNECTED })
  assert.deepEqual(await named(), [next, newest], 'a late document of that time names nobody')
  await sql`insert into setting (name, value, updated_at) values ('documentYears', '30', now())`
  await forget('2040-01-01T00:00:00Z')
  assert.deepEqual(await named(), [next, newest], 'the shop may keep them for longer')
  assert.deepEqual(await verifyDocuments(sql), { count: 5, fault: null })
})

test('an erased account leaves its documents, without a name', async (t) => {
  const { shop, game, item } = await openPackShop(t)
  const asha = await signUp(shop, 'Asha Rao')
  const past = { userId: asha.id, pack: { game, item }, status: 'completed' } as const
  await untilIssued(asha, await makeOrder(shop.sql, past))
  await asha.call(editBilling, editBilling.input.parse({ state: '27' }))
  const rows = () => shop.sql`
    select from document_buyer where user_id = ${asha.id}
    union all select from billing where user_id = ${asha.id}`
  assert.equal((await rows()).length, 2)
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  await until('the buyer is erased', async () => (await rows()).length === 0)
  assert.equal((await readAll(shop.sql)).length, 1)
})
