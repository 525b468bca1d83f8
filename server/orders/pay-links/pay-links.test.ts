import assert from 'node:assert/strict'
import type { Input } from '#contract/core/endpoint.ts'
import {
  createPayLink,
  listPayLinks,
  openPayLink,
  withdrawPayLink,
} from '#contract/orders/pay-links.ts'
import { editItem } from '#contract/catalogue/games.ts'
import { placeUpiOrder, placeWalletOrder } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { createPerson, signUp, tally, type Person } from '#tests/support/accounts/people.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { beginGuest, endOrder } from '#tests/support/orders/guests.ts'
import {
  atNode,
  makeBuyer,
  openUpiPackShop,
  untilOrder,
  type Buyer,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'

const test = shareAmongTests((stack) => openUpiPackShop({ after: (close) => stack.defer(close) }))

const FRIEND = '300000001'

type LinkInput = Partial<Input<typeof createPayLink>>

/** Asha asks somebody to pay for the player 300000001. */
async function askToPay({ asha, item, game }: PackShop, input: LinkInput = {}) {
  const { gameSlug, itemSlug } = item
  const gameDetailId = await makePlayer(asha, game, FRIEND)
  const link = { gameSlug, itemSlug, gameDetailId, message: 'My birthday!', ...input }
  const { data, message } = await asha.call(createPayLink, link)
  if (!data) throw new Error(message)
  return { ...data, token: new URL(data.url).searchParams.get('token')! }
}

const show = async (person: Person, token: string) =>
  (await person.call(openPayLink, { token })).data

type Paying = { item: PackShop['item']; payLink: string; gameDetailId?: string }

const payByUpi = (buyer: Buyer, { item, ...chosen }: Paying) => {
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = buyer
  return buyer.call(placeUpiOrder, { gameSlug, itemSlug, gameDetailId, couponCode: '', ...chosen })
}

const payByWallet = (buyer: Buyer, { item, ...chosen }: Paying) => {
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = buyer
  const input = { gameSlug, itemSlug, gameDetailId, couponCode: '', currency: 'INR', ...chosen }
  return buyer.call(placeWalletOrder, input as Input<typeof placeWalletOrder>)
}

/** A guest with the player that the link is for. */
async function guestFor({ shop, game }: PackShop, playerId = FRIEND): Promise<Buyer> {
  const guest = await beginGuest(shop, game)
  return { ...guest, gameDetailId: await makePlayer(guest, game, playerId) }
}

test('a guest pays for somebody else by a link, once, and its owner sees that', async (packShop) => {
  const { shop, item, asha } = packShop
  const { token, _id: id } = await askToPay(packShop)
  const seen = await show(shop.visitor, token)
  assert.deepEqual(
    [seen.fname, seen.player?.playerId, seen.message, seen.state],
    ['Asha', FRIEND, 'My birthday!', 'open'],
  )
  const guest = await guestFor(packShop)
  const { data } = await payByUpi(guest, { item, payLink: token })
  assert.equal((await show(shop.visitor, token)).state, 'paying')
  const other = await guestFor(packShop)
  assert.equal((await payByUpi(other, { item, payLink: token })).code, 'PAY_LINK_USED')
  await payAt(shop, data.payment_url!)
  const [order] = await shop.sql<{ id: string }[]>`select id from orders where pay_link = ${id}`
  await untilOrder(guest, order!.id, 'processing')
  const links = (await asha.call(listPayLinks, {})).data
  assert.equal(links.find(({ _id }) => _id === id)!.state, 'paid')
  assert.equal((await payByUpi(other, { item, payLink: token })).code, 'PAY_LINK_USED')

  await endOrder(packShop, order!.id, 'refunded')
  assert.equal((await show(shop.visitor, token)).state, 'open')
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('simultaneous payers of one link, on two nodes, get one order', async (packShop) => {
  const { shop, item, game } = packShop
  const node = await shop.openNode()
  const { token } = await askToPay(packShop)
  const payers = await Promise.all(
    Array.from({ length: 8 }, async (_, nth) => {
      const payer = await makeBuyer(shop, game)
      await endow(shop.sql, payer.id, 500_00)
      const own = { ...payer, gameDetailId: await makePlayer(payer, game, FRIEND) }
      return nth % 2 === 0 ? own : atNode(node, own)
    }),
  )
  const answers = await Promise.all(
    payers.map((payer, nth) =>
      nth % 3 === 0
        ? payByUpi(payer, { item, payLink: token })
        : payByWallet(payer, { item, payLink: token }),
    ),
  )
  assert.deepEqual(tally(answers), { 200: 1, 409: 7 })
})

test('a link pays for its own pack and player at the price of today, and nothing else', async (packShop) => {
  const { admin, item, game } = packShop
  const dear = await makeItem(admin, game, { sellingPrice: 900_00 })
  const { token } = await askToPay(packShop, { itemSlug: dear.itemSlug })
  const guest = await guestFor(packShop)
  assert.equal((await payByUpi(guest, { item, payLink: token })).code, 'PAY_LINK_OTHER')
  const stranger = await guestFor(packShop, '300000002')
  assert.equal((await payByUpi(stranger, { item: dear, payLink: token })).code, 'PAY_LINK_OTHER')
  await admin.call(editItem, { itemId: dear._id, sellingPrice: 950_00 })
  const { status } = await payByUpi(guest, { item: dear, payLink: token })
  assert.equal(status, 200)
  const [order] = await packShop.shop.sql<{ amount: number }[]>`
    select amount from orders where item_id = ${dear._id}`
  assert.equal(order!.amount, 950_00)
})

test('a link without a player lets the payer choose', async (packShop) => {
  const { item, shop } = packShop
  const { token } = await askToPay(packShop, { gameDetailId: null })
  assert.equal((await show(shop.visitor, token)).player, null)
  const guest = await guestFor(packShop, '300000009')
  assert.equal((await payByUpi(guest, { item, payLink: token })).status, 200)
})

test('an expired, withdrawn, deleted or forged link pays for nothing', async (packShop) => {
  const { shop, item, asha } = packShop
  const guest = await guestFor(packShop)
  const old = await askToPay(packShop)
  await shop.sql`update pay_link set expires_at = now() where id = ${old._id}`
  const withdrawn = await askToPay(packShop)
  const stranger = await signUp(shop, 'Ravi Kumar')
  assert.equal((await stranger.call(withdrawPayLink, { id: withdrawn._id })).code, 'PAY_LINK_WRONG')
  assert.equal((await show(shop.visitor, withdrawn.token)).state, 'open')
  assert.equal((await asha.call(withdrawPayLink, { id: withdrawn._id })).status, 200)
  assert.deepEqual(
    [
      (await show(shop.visitor, old.token)).state,
      (await show(shop.visitor, withdrawn.token)).state,
    ],
    ['expired', 'withdrawn'],
  )
  for (const { token } of [old, withdrawn])
    assert.equal((await payByUpi(guest, { item, payLink: token })).code, 'PAY_LINK_OVER')
  const gone = await askToPay(packShop)
  await shop.sql`delete from pay_link where id = ${gone._id}`
  const forged = Buffer.from(old.token, 'base64url')
  forged[20]! ^= 1
  for (const token of [gone.token, forged.toString('base64url'), '']) {
    assert.equal((await payByUpi(guest, { item, payLink: token })).code, 'PAY_LINK_WRONG')
    assert.equal((await shop.visitor.call(openPayLink, { token })).code, 'PAY_LINK_WRONG')
  }
})

test('an unpaid order is resumed for its own link alone', async (packShop) => {
  const { shop, item } = packShop
  const [one, other] = [await askToPay(packShop), await askToPay(packShop)]
  const guest = await guestFor(packShop)
  const first = await payByUpi(guest, { item, payLink: one.token })
  assert.equal((await payByUpi(guest, { item, payLink: one.token })).status, 200)
  await shop.sql`update users set is_guest = false, is_email_verified = true where id = ${guest.id}`
  assert.equal((await payByUpi(guest, { item, payLink: other.token })).status, 200)
  const rows = await shop.sql`select from orders where user_id = ${guest.id}`
  assert.deepEqual([first.status, rows.length], [200, 2])
})

test('a link is for a pack of its game and for a player of its owner', async (packShop) => {
  const { shop, admin, asha, item, game } = packShop
  const other = await makeGame(admin)
  const otherPlayer = await makePlayer(asha, other, FRIEND)
  const stranger = await makeBuyer(shop, game)
  const link = { gameSlug: game.gameSlug, itemSlug: item.itemSlug, gameDetailId: null, message: '' }
  for (const [change, refusal] of [
    [{ gameSlug: other.gameSlug }, 'NO_SUCH_ITEM'],
    [{ itemSlug: 'no-such-pack' }, 'NO_SUCH_ITEM'],
    [{ gameDetailId: otherPlayer }, 'NO_SUCH_GAME_DETAIL'],
    [{ gameDetailId: stranger.gameDetailId }, 'NO_SUCH_GAME_DETAIL'],
  ] as const)
    assert.equal((await asha.call(createPayLink, { ...link, ...change })).code, refusal)
})

test('a person has fifty open links at most', async ({ shop, item }) => {
  const person = await signUp(shop, 'Lakshmi Iyer')
  const { gameSlug, itemSlug } = item
  await shop.sql`
    insert into pay_link (id, user_id, item_id, created_at, expires_at)
    select gen_random_uuid(), ${person.id}, ${item._id}, now(), now() + days * interval '1 day'
    from generate_series(0, 49) as days`
  const nodes = Array.from({ length: 4 }, () => createPerson(shop.url, person.tokens))
  const answers = await Promise.all(
    nodes.map((one) =>
      one.call(createPayLink, { gameSlug, itemSlug, gameDetailId: null, message: '' }),
    ),
  )
  assert.deepEqual(tally(answers), { 200: 1, 409: 3 })
})
