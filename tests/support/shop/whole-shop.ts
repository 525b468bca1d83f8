import { issueDocuments } from '#server/accounting/documents/issue-documents.ts'
import { editBilling } from '#contract/accounting/billing.ts'
import type { Access } from '#contract/core/endpoint.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { createAnnouncement } from '#contract/backoffice/announcements.ts'
import { createBanner } from '#contract/catalogue/banners.ts'
import { exportOrders } from '#contract/backoffice/exports.ts'
import { createGotoLink } from '#contract/catalogue/goto-links.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editOrder, placeUpiOrder } from '#contract/orders/orders.ts'
import { addBan, createRiskRule, previewRiskRule, switchRiskRule } from '#contract/orders/risk.ts'
import { RiskSubject } from '#contract/orders/risk-rules.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import { putPriceRule } from '#contract/catalogue/suppliers/prices.ts'
import { createApiQuote, getApiBalance } from '#contract/resellers/reseller.ts'
import { editWebsite, getWebsite } from '#contract/catalogue/settings.ts'
import { createIssue } from '#contract/backoffice/support.ts'
import { getUser } from '#contract/accounts/users.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { testWebhook } from '#contract/resellers/webhook-deliveries.ts'
import { createWebhook, listWebhooks } from '#contract/resellers/webhooks.ts'
import { fileOf, placeFile, PLAYER } from '#tests/support/resellers/bulk.ts'
import { makeCategory, makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { GAMES } from '#tests/support/orders/deliveries.ts'
import { makePicture, plainFile } from '#tests/support/catalogue/images.ts'
import { askRecovery } from '#contract/accounts/recovery.ts'
import { adjustBalance } from '#contract/money/adjustments.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { endow, QUIET } from '#tests/support/money/ledger.ts'
import { makeBuyer, order, type Buyer } from '#tests/support/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import {
  createPerson,
  signUp,
  signUpAdmin,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import {
  makeReseller,
  openApiClient,
  orderByApiClient,
} from '#tests/support/resellers/api-clients.ts'
import { until } from './wait.ts'
import type { TestShop } from './shop.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

type Shop = Pick<TestShop, 'url' | 'sql' | 'sandboxUrl'>

/** People who may make the calls of each kind of access. There may be several. */
export type Callers = Record<Access, Person[]>

const RICH = { INR: 1_000_000_00, USD: 100_000_0000 }
const TEXT = { title: 'News', message: 'Gems', link: '/' }

/** Sets up a shop with one of everything, and people who may make each call. */
export async function fillWholeShop(shop: Shop): Promise<Callers> {
  const admin = await signUpAdmin(shop)
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const tag = await makeTag(admin)
  const picture = await makePicture(admin)
  const looks = { tagId: tag._id, gameImageId: picture._id }
  const game = await makeGame(admin, looks)
  const item = await makeItem(admin, game, { resellerSellingPrice: 90_00, costPrice: 70_00 })
  const other = await makeGame(admin, { ...GAMES.unipin, apiName: 'unipin' })
  const delivered = await makeItem(admin, other, { serviceId: '1001', resellerSellingPrice: 90_00 })
  await makeCategory(admin, { gameId: [game._id] })
  await makeCoupon(admin)
  await admin.call(putPriceRule, {
    gameSlug: other.gameSlug,
    kind: 'percent',
    margin: 10,
    resellerMargin: 5,
    roundTo: 1_00,
    roundMinus: 0,
    changeMax: 50,
  })
  const buyer = await makeBuyer(shop, game, RICH)
  await buyer.call(editBilling, editBilling.input.parse({ state: '27' }))
  const elsewhere = await makeBuyer(shop, other, RICH)
  for (const status of ['completed', 'refunded'] as const) {
    const { data } = await order(buyer, { item })
    await admin.call(editOrder, { id: data._id, status, note: '', reference: '' })
  }
  await order(buyer, { item })
  await order(elsewhere, { item: delivered })
  await payIn(shop, elsewhere, { gameSlug: other.gameSlug, itemSlug: delivered.itemSlug })
  for (const amount of [100_00, 20_000_00]) {
    const adjusted = { userId: buyer.id, amount, reason: 'Late', note: 'Ticket 7' }
    await admin.call(adjustBalance, adjusted)
  }
  await admin.call(askRecovery, { id: buyer.id, canUndo: true, note: 'Ticket 7' })
  await buyer.call(createIssue, { issueType: 'other', message: 'Where is it?' })
  await announce(admin)
  const apiCallers = await openApiCallers(shop, admin, [item._id, delivered._id])
  await makeRisky(admin, game)
  await writeRest(shop)
  await issueDocuments({ sql: shop.sql, ...QUIET, ...CONNECTED })
  return {
    anyone: [createPerson(shop.url)],
    'signed-in': [buyer, elsewhere],
    reseller: [apiCallers.reseller],
    admin: [admin],
    'api-key': apiCallers.apiClients,
  }
}

const isRefused = async (person: Person) => (await person.call(getUser, {})).status !== 200
const isShut = async (apiClient: Person) => (await apiClient.call(getApiBalance, {})).status !== 200
const mayManage = async (person: Person) => (await person.call(listAlerts, {})).status === 200

/** Replaces callers who have been signed out, blocked or changed meanwhile. */
export async function renewCallers(shop: Shop, callers: Callers): Promise<void> {
  if (!(await mayManage(callers.admin[0]!))) callers.admin = [await signUpAdmin(shop)]
  const [admin] = callers.admin as [Person]
  const { data: website } = await admin.call(getWebsite, {})
  if (website.isClosed) await admin.call(editWebsite, { isClosed: false, message: '' })
  for (const [index, person] of callers['signed-in'].entries())
    if (await isRefused(person)) callers['signed-in'][index] = await makeRich(shop)
  const [reseller, apiClients] = [callers.reseller[0]!, callers['api-key']]
  const isTrading = (await reseller.call(listWebhooks, {})).status === 200
  if (isTrading && !(await Promise.all(apiClients.map(isShut))).includes(true)) return
  const next = await makeReseller(shop, admin, RICH) // the last one may have reached the limit of keys
  callers.reseller = [next]
  callers['api-key'] = [await openApiClient(next), await openApiClient(next, { isTest: true })]
}

async function makeRich(shop: Shop): Promise<Member> {
  const member = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, member.id, RICH.INR)
  return member
}

type Pack = { gameSlug: string; itemSlug: string }

/** Makes a paid payment, and an order that waits for its payment. */
async function payIn(shop: Shop, buyer: Buyer, pack: Pack): Promise<void> {
  const { data: begun } = await buyer.call(addMoney, { amount: 500_00 })
  const { reference } = await payAt(shop, begun.payment_url!)
  const { gameDetailId } = buyer
  await buyer.call(placeUpiOrder, { ...pack, gameDetailId, couponCode: '' })
  await until('the money is in the books', async () => {
    const settled = await shop.sql`select from capture where settled_at is not null`
    return settled.length > 0
  })
  const disputed = { gateway: 'razorpay', reference, state: 'open' } as const
  await untilDispute(shop, await tellBank(shop, disputed), 'needs response')
}

async function announce(admin: Person): Promise<void> {
  const image = await plainFile({ background: '#123456' })
  await admin.call(createBanner, { bannerTitle: 'Sale', image })
  await admin.call(createGotoLink, { slug: 'sale', url: 'https://shop.example/sale' })
  await admin.call(createAnnouncement, { ...TEXT, endsAt: null })
  await admin.call(exportOrders, { search: '', searchIndex: 'invoiceId' })
}

async function openApiCallers(shop: Shop, admin: Person, products: string[]) {
  const reseller = await makeReseller(shop, admin, RICH)
  const url = 'http://127.0.0.1:65530/hooks' // nothing listens there
  for (const isTest of [false, true]) {
    const { data } = await reseller.call(createWebhook, {
      name: 'My shop',
      url,
      events: [],
      isTest,
    })
    await reseller.call(testWebhook, { id: data._id })
  }
  const apiClients = [
    await openApiClient(reseller),
    await openApiClient(reseller, { isTest: true, name: 'Trial' }),
  ]
  for (const apiClient of apiClients)
    for (const productId of products) {
      await apiClient.call(createApiQuote, { productId, currency: 'INR' })
      await orderByApiClient(apiClient, { productId })
    }
  await placeFile(reseller, fileOf(`${products[0]},${PLAYER},,one`))
  return { reseller, apiClients }
}

/** Inserts rows that no single call makes. */
/** Makes live rules that count everything and catch nothing, and bans somebody else's player. */
async function makeRisky(admin: Person, { _id: gameId }: FullGame): Promise<void> {
  const all = RiskSubject.options.map(
    (by) => ({ is: 'spend', by, hours: 168, rupees: 1_000_000 }) as const,
  )
  for (const outcome of ['hold', 'refuse'] as const) {
    const { data } = await admin.call(createRiskRule, { name: 'Spend', outcome, conditions: all })
    await admin.call(previewRiskRule, { id: data._id })
    await admin.call(switchRiskRule, { id: data._id, isLive: true })
  }
  await admin.call(addBan, { kind: 'player', value: '999', gameId, note: 'A thief' })
}

const writeRest = ({ sql }: Shop) =>
  sql.unsafe(`
    insert into alert (id, key, words, path, since, ends_by_hand)
    values (gen_random_uuid(), 'test', 'Look', '/admin', now(), true);
    insert into difference (id, gateway, reference, kind, ours, theirs, currency, found_at)
    values (gen_random_uuid(), 'razorpay', 'P1', 'missing here', 1, 2, 'INR', now());
    insert into job (id, name, payload, run_at, attempts, attempts_max, last_error, gave_up_at)
    values (gen_random_uuid(), 'sweep-images', '{}', now(), 12, 12, 'No', now());
    insert into risk_review (order_id, reasons, held_at)
    select id, '[{"name": "Spend", "words": "Hold the order."}]', now() from orders limit 1;
    insert into risk_refusal (user_id, day, outcome, reasons, reasons_hash, count, last_at)
    select id, '2026-01-01', 'refuse', '[]', '', 1, now() from users limit 1;
    insert into consent (id, user_id, purpose, is_given, words, source, created_at)
    select gen_random_uuid(), id, 'news', true, 'Send me offers and news', 'account', now() from users limit 1;
    insert into dispute_answer (id, dispute_id, stage, words, asked_by, asked_at)
    select gen_random_uuid(), dispute.id, 'chargeback', 'Delivered', users.id, now() from dispute, users limit 1;
    insert into settlement_line (gateway, id, kind, gateway_payment_id, amount, fee, fee_tax, currency, settlement_id,
      settled_at, read_at)
    select gateway, 'payment ' || gateway_payment_id, 'payment', gateway_payment_id, amount, 2, 0, 'INR', 'setl_1', now(), now()
    from capture limit 1;
    insert into parent_request (id, user_id, email, asked_at)
    select gen_random_uuid(), id, 'parent@example.com', now() from users limit 1`)
