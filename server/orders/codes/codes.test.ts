import assert from 'node:assert/strict'
import { test as testAlone } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import {
  listParcels as listDispatchesCall,
  settleDelivery,
  showOrderCode,
  showOrderCodeAsAdmin,
} from '#contract/orders/deliveries.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { findApiOrder, showApiOrderCode } from '#contract/resellers/reseller.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import {
  addJob,
  buyFor,
  hasEnded,
  openDeliveryShop,
  PLAYERS,
  addSuppliedGame,
  waitForOrder,
  withNewCustomer,
  wordsOf,
} from '#tests/support/orders/deliveries.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order } from '#tests/support/orders/orders.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import {
  makeReseller,
  openApiClient,
  orderByApiClient,
  readEvents,
  refusalOf,
} from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'
import { CODE_READY } from './codes.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const VOUCHER = 'VCGS330-S22'
const PIN = /^PIN : (\d{9}) Serial : S\d{9}$/

const openVouchers = (t: Parameters<typeof openDeliveryShop>[0]) =>
  openDeliveryShop(t, {
    provider: 'lapakgaming',
    pack: { serviceId: VOUCHER, resellerSellingPrice: 90_00, quantity: null },
  })

const test = shareShop(openVouchers)

/** Tables that have these characters in any of their columns. */
async function findInTables(sql: Sql, characters: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`
  const found = []
  for (const { name } of tables) {
    const rows = await sql`
      select from ${sql(name)} as one where strpos(one::text, ${characters}) > 0 limit 1`
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('a code is shown on request to its owner and authorised staff alone, and stands in no mail, log or table', async (shared) => {
  const deliveryShop = await withNewCustomer(shared)
  const { shop, admin, asha } = deliveryShop
  const id = await buyFor(deliveryShop, 'callbacks')
  const done = await waitForOrder(deliveryShop, id, hasEnded)
  assert.deepEqual([done.status, done.hasCode], ['completed', true])
  assert.equal(wordsOf(done).at(-1), CODE_READY)
  const tell = async () => (await admin.call(listDispatchesCall, { id })).data.codes
  assert.deepEqual(await tell(), { count: 1, views: [] })

  const other = await signUp(shop, 'Omar Other')
  for (const who of [other, admin])
    assert.equal((await who.call(showOrderCode, { id })).code, 'NO_SUCH_ORDER')
  assert.equal((await asha.call(showOrderCodeAsAdmin, { id })).status, 403)
  const { codes } = (await asha.call(showOrderCode, { id })).data
  const [, pin] = PIN.exec(codes.join())!
  assert.deepEqual(await findInTables(shop.sql, pin!), [])
  assert.ok(!shop.log.some((line) => line.includes(pin!)))

  const mail = await shop.inbox.find(asha.email, /^Delivered: /)
  const mails = await shop.inbox.read(asha.email)
  assert.match(mail.text, /your code is ready/)
  assert.ok(mail.text.includes(`${shop.url}/dashboard/orders/${id}`))
  assert.ok(mails.every(({ text, subject }) => !`${subject}${text}`.includes(pin!)))

  const staff = await signUp(shop, 'Sita Staff')
  await proveEmail(shop, staff)
  await admin.call(editUserAsAdmin, { id: staff.id, role: 'staff', rights: ['support'] })
  assert.equal((await staff.call(showOrderCodeAsAdmin, { id })).status, 403)
  assert.deepEqual((await admin.call(showOrderCodeAsAdmin, { id })).data.codes, codes)
  const { count, views } = await tell()
  assert.deepEqual([count, views.map(({ by }) => by)], [1, ['Amrita Admin', 'Asha Rao']])
  const shown = (await listActions(shop)).filter(
    ({ action, subject }) => action === 'show code' && subject === `order ${id}`,
  )
  assert.deepEqual(
    shown.map(({ after }) => after),
    [{ count: 1 }],
  )

  const refund = { id, status: 'refunded', note: '', reference: '' } as const
  assert.equal((await admin.call(editOrder, refund)).status, 200)
  assert.equal((await asha.call(showOrderCode, { id })).code, 'CODE_NOT_READY')
  assert.equal((await waitForOrder(deliveryShop, id, hasEnded)).hasCode, false)
})

test('an order without a code shows none, and a deleted account leaves no code behind', async (shared) => {
  const deliveryShop = await withNewCustomer(shared)
  const { shop } = deliveryShop
  const plain = await addSuppliedGame(deliveryShop, 'unipin')
  const top = await buyFor({ ...deliveryShop, ...plain, provider: 'unipin' }, 'good')
  assert.equal((await waitForOrder(deliveryShop, top, hasEnded)).hasCode, false)
  assert.equal((await deliveryShop.asha.call(showOrderCode, { id: top })).code, 'NO_CODE')

  const ravi = Object.assign(await signUp(shop, 'Ravi Kumar'), { gameDetailId: '' })
  await endow(shop.sql, ravi.id, 100_00)
  const id = await buyFor({ ...deliveryShop, asha: ravi }, 'callbacks')
  await waitForOrder({ asha: ravi }, id, hasEnded)
  assert.equal((await ravi.call(deleteUser, {})).status, 200)
  await until(
    'it is erased',
    async () => (await shop.sql`select from delivered_code where order_id = ${id}`).length === 0,
  )
})

test('an API client reads the code of its order by a separate call, and webhooks never carry it', async (shared) => {
  const deliveryShop = await withNewCustomer(shared)
  const { shop, admin, item } = deliveryShop
  const reseller = await makeReseller(shop, admin)
  const apiClient = await openApiClient(reseller)
  const reader = await openApiClient(reseller, { scopes: ['read'] })
  const tester = await openApiClient(reseller, { isTest: true })
  const { _id: id } = (
    await orderByApiClient(apiClient, { productId: item._id, playerId: PLAYERS.callbacks })
  ).data
  await until(
    'it is delivered',
    async () => (await apiClient.call(findApiOrder, { id })).data.status === 'completed',
  )
  assert.equal((await apiClient.call(findApiOrder, { id })).data.hasCode, true)
  assert.equal((await reader.call(showApiOrderCode, { id })).code, 'API_KEY_SCOPE')
  assert.equal((await tester.call(showApiOrderCode, { id })).code, 'NO_SUCH_ORDER')
  const { codes } = (await apiClient.call(showApiOrderCode, { id })).data
  const [, pin] = PIN.exec(codes.join())!
  const events = await readEvents(shop, id)
  assert.deepEqual([events.at(-1)!.type, events.at(-1)!.data['hasCode']], ['order.completed', true])
  assert.ok(!JSON.stringify(events).includes(pin!))

  const tried = (await orderByApiClient(tester, { productId: item._id })).data
  assert.deepEqual(refusalOf(await tester.call(showApiOrderCode, { id: tried._id })), [
    404,
    'NO_CODE',
  ])
})

test('a code entered by staff is shown to the customer alone', async (shared) => {
  const deliveryShop = await withNewCustomer(shared)
  const { shop, admin, asha } = deliveryShop
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, {})
  const typed = 'HAND-7788-ZX'
  const player = { playerId: '123456789', zoneId: '', gameSlug: game.gameSlug, itemSlug: '' }
  const gameDetailId = (await asha.call(createGameDetail, player)).data._id
  const { _id: id } = (await order({ ...asha, gameDetailId }, { item })).data
  const settle = (outcome: 'delivered' | 'refused') =>
    admin.call(settleDelivery, {
      id,
      outcome,
      note: 'Bought at the kiosk',
      code: `${typed}\nSECOND\n`,
    })
  assert.deepEqual(
    [(await settle('refused')).status, (await settle('delivered')).status],
    [400, 200],
  )
  assert.deepEqual((await asha.call(showOrderCode, { id })).data.codes, [typed, 'SECOND'])
  assert.deepEqual(await findInTables(shop.sql, typed), [])
  assert.ok(!shop.log.some((line) => line.includes(typed)))
  await shop.inbox.find(asha.email, /^Delivered: /)
  const mails = await shop.inbox.read(asha.email)
  assert.ok(mails.every(({ text }) => !text.includes(typed)))
})

testAlone(
  'codes that older versions stored in plain text are sealed once, and appear in no timeline',
  async (t) => {
    const deliveryShop = await openVouchers(t)
    const { shop, asha } = deliveryShop
    const voucher = await buyFor(deliveryShop, 'callbacks')
    const games = await addSuppliedGame(deliveryShop, 'digiflazz')
    const serial = await buyFor({ ...deliveryShop, ...games, provider: 'digiflazz' }, 'good')
    for (const id of [voucher, serial]) await waitForOrder(deliveryShop, id, hasEnded)
    const sealed = (await asha.call(showOrderCode, { id: serial })).data.codes
    assert.match(sealed.join(), /^GEM\d{9}$/)

    const { sql } = shop
    await sql`delete from delivered_code`
    await sql`update dispatch set codes = ${'OLD-1\nOLD-2'} where order_id = ${voucher}`
    await sql`update dispatch set words = 'Transaksi Sukses; OLD-3' where order_id = ${serial}`
    await sql.unsafe(
      readMigrations().find(({ name }) => name.endsWith('-supplier-names.sql'))!.text,
    )
    await sql`
    update order_event set message = 'Delivered. Your code: OLD-1, OLD-2'
    where order_id = ${voucher} and status = 'completed'`
    for (let times = 0; times < 2; times++) {
      await addJob(shop, 'seal-codes', {})
      await until('it is done', async () => {
        const waiting = await sql`select from job where name = 'seal-codes' and run_at <= now()`
        return waiting.length === 0
      })
    }
    assert.deepEqual(await findInTables(sql, 'OLD-'), [])
    const codesOf = async (id: string) => (await asha.call(showOrderCode, { id })).data.codes
    assert.deepEqual(await codesOf(voucher), ['OLD-1', 'OLD-2'])
    assert.deepEqual(await codesOf(serial), ['OLD-3'])
    assert.equal(wordsOf(await waitForOrder(deliveryShop, voucher, hasEnded)).at(-1), CODE_READY)
  },
)
