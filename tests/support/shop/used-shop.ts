import { editBilling } from '#contract/accounting/billing.ts'
import { exportOrders, exportTransactions } from '#contract/backoffice/exports.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { askParent, stateAge } from '#contract/accounts/consent.ts'
import { createInvitation } from '#contract/accounts/invitations.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { addBan } from '#contract/orders/risk.ts'
import { createPayLink } from '#contract/orders/pay-links.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { createIssue, editIssue } from '#contract/backoffice/support.ts'
import { getTaskFile } from '#contract/core/tasks.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { askRecovery } from '#contract/accounts/recovery.ts'
import { adjustBalance } from '#contract/money/adjustments.ts'
import { addMoney, giftBalance } from '#contract/money/wallet.ts'
import { createWebhook } from '#contract/resellers/webhooks.ts'
import { enter } from '#tests/chaos/payments/payer-pages.ts'
import { fileOf, placeFile } from '#tests/support/resellers/bulk.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { askByEmail, proveEmail, provePhone } from '#tests/support/accounts/codes.ts'
import { download } from '#tests/support/calls/files.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order, placeByUpi, type Buyer } from '#tests/support/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openApiClient, orderByApiClient } from '#tests/support/resellers/api-clients.ts'
import { findOnlyCapture, refund } from '#tests/support/money/refunds.ts'
import { openShop, type TestShop } from './shop.ts'
import { begin, untilEnded } from '#tests/support/backoffice/tasks.ts'
import { until } from './wait.ts'

export const NAME = 'Zebulon Quartermain'

type Used = {
  shop: TestShop
  admin: Member
  item: FullItem
  buyer: Buyer
  about: string // what staff write who name the reseller in full
  end(id: string, status: 'completed' | 'refunded'): Promise<unknown>
}

/** Opens a shop with a reseller who has used every feature, and staff who have written about them everywhere. */
export async function openUsedShop(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, { resellerSellingPrice: 90_00 })
  const zebulon = await signUp(shop, NAME)
  const { email, phone, id } = zebulon
  const about = `${NAME}, ${email}, +91 ${phone.slice(0, 5)} ${phone.slice(5)}`
  await proveEmail(shop, zebulon)
  await provePhone(shop, zebulon)
  await admin.call(editUserAsAdmin, { id, role: 'reseller' })
  await endow(shop.sql, id, 1_000_00)
  const { gameSlug } = game
  const { itemSlug } = item
  const saved = { playerId: phone, zoneId: '', gameSlug, itemSlug }
  const { data: player } = await zebulon.call(createGameDetail, saved)
  const business = {
    country: 'NP',
    state: '',
    taxId: '300123456',
    businessName: NAME,
    address: about,
  }
  await zebulon.call(editBilling, business)
  await zebulon.call(createPayLink, {
    gameSlug,
    itemSlug,
    gameDetailId: player._id,
    message: about,
  })
  const buyer: Buyer = { ...zebulon, gameDetailId: player._id }
  const end = (id: string, status: 'completed' | 'refunded') =>
    admin.call(editOrder, { id, status, note: `For ${about}`, reference: '' })
  const used: Used = { shop, admin, item, buyer, about, end }
  await buy(used)
  await placeApiOrders(used)
  await zebulon.call(stateAge, { age: 'minor' })
  await zebulon.call(askParent, { email: `parent.${email}` })
  await exchangeMessages(used)
  await writeByHand(used)
  shop.wait(2 * 60_000)
  await askByEmail(shop, email)
  return { shop, admin, zebulon }
}

async function buy({ shop, admin, item, buyer, about, end }: Used): Promise<void> {
  const gift = { email: `friend.${buyer.email}`, message: about }
  const { data: bought } = await order(buyer, { item, gift })
  await end(bought._id, 'completed')
  await admin.call(choosePaymentGateway, { active: 'payu' })
  const { id: paidId, url } = await placeByUpi(buyer, { item })
  const payer = { payer: `4${buyer.phone}`, payer_name: NAME }
  await payAt(shop, (await enter(url))!, payer)
  await until('it is paid', async () => {
    const [row] = await shop.sql<
      { status: string }[]
    >`select status from orders where id = ${paidId}`
    return row!.status === 'processing'
  })
  await end(paidId, 'completed')
  const { data: page } = await buyer.call(addMoney, { amount: 500_00 })
  const { reference } = await payAt(shop, (await enter(page.payment_url!))!)
  await until('the money is in the books', async () => {
    const rows = await shop.sql`select from capture where settled_at is not null`
    return rows.length === 2
  })
  const capture = await findOnlyCapture(admin, reference)
  await refund(admin, capture._id, 100, `Sent back to ${about}`)
  await until('it is sent back', async () => {
    const rows = await shop.sql`select from payout where state = 'done'`
    return rows.length > 0
  })
}

async function placeApiOrders({ shop, item, buyer, end }: Used): Promise<void> {
  const { phone, email } = buyer
  const apiClient = await openApiClient(buyer, { name: NAME })
  const live = await orderByApiClient(apiClient, {
    productId: item._id,
    playerId: phone,
    reference: `of-${phone}`,
  })
  await end(live.data._id, 'completed')
  const trial = await openApiClient(buyer, { isTest: true })
  await orderByApiClient(trial, { productId: item._id, playerId: phone, reference: `of-${phone}` })
  const listening = { name: NAME, url: `http://127.0.0.1:65530/?who=${encodeURIComponent(email)}` }
  await buyer.call(createWebhook, { ...listening, events: [], isTest: false })
  await placeFile(buyer, fileOf(`${item._id},${phone},,bulk-${phone}`))
  await until('the file is placed', async () => {
    const rows = await shop.sql`select from bulk where state = 'done'`
    return rows.length > 0
  })
  const left = await shop.sql<{ id: string }[]>`select id from orders where status = 'processing'`
  for (const { id } of left) await end(id, 'refunded')
}

async function exchangeMessages({ admin, buyer, about, item }: Used): Promise<void> {
  const { id, email } = buyer
  const { data: issue } = await buyer.call(createIssue, { issueType: 'other', message: about })
  await admin.call(editIssue, { id: issue._id, answer: `Dear ${about}` })
  await admin.call(giftBalance, { userId: id, amount: 10_00, reason: `For ${about}` })
  const adjusted = { userId: id, amount: -1_00, reason: `For ${about}`, note: about }
  await admin.call(adjustBalance, adjusted)
  await admin.call(askRecovery, { id, canUndo: true, note: about })
  await risk({ admin, buyer, about, item })
  await admin.call(createInvitation, { email, rights: ['support'] })
  for (const search of [email, '']) {
    const orders = await begin(admin, exportOrders, {
      search,
      searchIndex: search ? 'email' : 'invoiceId',
    })
    const moves = await begin(admin, exportTransactions, {
      search,
      searchIndex: search ? 'email' : 'UTR',
    })
    for (const task of [orders, moves]) await untilEnded(admin, task)
    await download(admin, getTaskFile, { id: orders._id })
  }
}

/** Bans the customer, whose next order is then refused. */
async function risk({
  admin,
  buyer,
  about,
  item,
}: Pick<Used, 'admin' | 'buyer' | 'about' | 'item'>) {
  for (const [kind, value] of [
    ['email', buyer.email],
    ['phone', buyer.phone],
  ] as const)
    await admin.call(addBan, { kind, value, note: about })
  const { code } = await order(buyer, { item })
  if (code !== 'ORDER_NOT_TAKEN') throw new Error(`A banned customer’s order was answered ${code}`)
}

/** Inserts rows that only failures would write. */
async function writeByHand({ shop: { sql }, buyer: { id, email }, about }: Used) {
  const [task] = await sql<{ id: string }[]>`select id from task limit 1`
  await sql`
    insert into task_line (task_id, number, tone, subject, words)
    values (${task!.id}, 1000, 'bad', ${email}, ${about})`
  await sql`
    insert into alert (id, key, words, path, since, ends_by_hand)
    values (gen_random_uuid(), 'test', ${about}, '/admin', now(), true)`
  await sql`
    insert into difference (id, gateway, reference, kind, ours, theirs, currency, note, found_at)
    values (gen_random_uuid(), 'razorpay', 'P1', 'missing here', 1, 2, 'INR', ${about}, now())`
  await sql`
    insert into gateway_event (id, gateway, body_hash, body, mentioned, received_at, applied_at)
    values (gen_random_uuid(), 'payu', 'old', ${Buffer.from(about)}, '{}', now(), now())`
  await sql`
    insert into job (id, name, payload, run_at, attempts, attempts_max, last_error, gave_up_at)
    values (gen_random_uuid(), 'sweep-images', '{}', now(), 12, 12, ${`No mailbox ${about}`}, now()),
      (gen_random_uuid(), 'send-notice', ${sql.json({ notice: 'welcome', to: email, fullName: NAME })},
        now(), 12, 12, 'No', now())`
  await sql`
    insert into announcement (id, title, message, link, created_at)
    values (gen_random_uuid(), 'News', 'Gems', '/', now())`
  await sql`
    insert into announcement_mail (announcement_id, user_id, failure)
    select announcement.id, ${id}, ${about} from announcement`
}
