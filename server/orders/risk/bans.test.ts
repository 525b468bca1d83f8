import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBan, deleteBan, listBans, refuseReviewed } from '#contract/orders/risk.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { beginGuest } from '#tests/support/orders/guests.ts'
import { order, orderByUpi, placeByUpi } from '#tests/support/orders/orders.ts'
import { newBuyer, openRiskShop, reviewsOf, untilHeld } from '#tests/support/orders/risk-shop.ts'

test('a ban stops people, players, networks and payers, each in one step from the review', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item, game, shop: node } = shop
  const ravi = await newBuyer(shop, 'Ravi Kumar', '300000001')
  const bans = [
    { kind: 'email', value: asha.email.toUpperCase() },
    { kind: 'phone', value: asha.phone },
    { kind: 'player', value: '123456789', gameId: game._id },
  ] as const
  for (const input of bans) {
    const { data, status, message } = await admin.call(addBan, { ...input, note: 'Fraud' })
    assert.equal(status, 200, message)
    assert.equal((await admin.call(addBan, { ...input, note: 'Again' })).code, 'BANNED_ALREADY')
    assert.equal((await order(asha, { item })).code, 'ORDER_NOT_TAKEN', input.kind)
    assert.equal((await order(ravi, { item })).status, 200)
    assert.equal((await admin.call(deleteBan, { id: data._id })).status, 200)
    assert.equal((await order(asha, { item })).status, 200)
  }
  await admin.call(addBan, { kind: 'vpa', value: 'thief@okbank', note: 'Stolen phone' })
  const paid = await placeByUpi(ravi, { item })
  await payAt(node, paid.url, { payer: 'thief@okbank', payer_name: 'Somebody Else' })
  await untilHeld(ravi, paid.id)
  // An order that Asha placed between two bans may be held as well, while it is sent.
  const review = (await reviewsOf(shop)).find(({ order }) => order._id === paid.id)
  assert.deepEqual(review!.reasons, [
    { name: 'Ban list', words: 'The payer’s UPI address is on the ban list.' },
  ])
  assert.equal((await ravi.call(refuseReviewed, { id: paid.id, note: 'x', bans: [] })).status, 403)
  const decision = { id: paid.id, note: 'Stolen phone', bans: ['email', 'address', 'vpa'] as const }
  assert.equal(
    (await admin.call(refuseReviewed, { ...decision, bans: [...decision.bans] })).status,
    200,
  )
  const { data } = await admin.call(listBans, { page: 1, limit: 10, search: '' })
  assert.deepEqual(data.bans.map(({ kind, shown }) => `${kind} ${shown}`).toSorted(), [
    'address 127.0.0.1',
    `email ${ravi.email}`,
    'vpa th…@okbank',
  ])
  assert.equal((await order(ravi, { item })).code, 'ORDER_NOT_TAKEN')
  assert.equal((await order(asha, { item })).code, 'ORDER_NOT_TAKEN') // the same network
})

test('an order of a guest who gave a phone has no email to ban', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, item, game, shop: node } = shop
  await admin.call(addBan, { kind: 'vpa', value: 'thief@okbank', note: 'Stolen phone' })
  const guest = await beginGuest(node, game, '9123456780')
  const paid = await placeByUpi(guest, { item })
  await payAt(node, paid.url, { payer: 'thief@okbank' })
  await untilHeld(guest, paid.id)
  const [review] = await reviewsOf(shop)
  assert.ok(review!.bannable.includes('phone') && !review!.bannable.includes('email'))
  const bans = ['email', 'phone'] as const
  await admin.call(refuseReviewed, { id: paid.id, note: 'Stolen', bans: [...bans] })
  const other = await beginGuest(node, game, '9123456781')
  assert.equal((await orderByUpi(other, { item })).status, 200)
  const again = await beginGuest(node, game, '9123456780')
  assert.equal((await orderByUpi(again, { item })).code, 'ORDER_NOT_TAKEN')
})

test('the ban list refuses entries that could never match', async (t) => {
  const { admin, game } = await openRiskShop(t)
  for (const [input, message] of [
    [{ kind: 'email', value: 'nobody' }, /email/],
    [{ kind: 'phone', value: '12' }, /phone number/],
    [{ kind: 'address', value: '10.0.0.300' }, /IP address/],
    [{ kind: 'vpa', value: 'name' }, /UPI address/],
    [{ kind: 'player', value: '1' }, /Game/i],
    [{ kind: 'player', value: '1', gameId: 'a3bb189e-8bf9-4888-9912-ace4e6543002' }, /Game/i],
  ] as const) {
    const answer = await admin.call(addBan, { ...input, note: 'A test' })
    assert.ok(answer.status >= 400 && answer.status < 500, input.kind)
    assert.match(answer.message, message)
  }
  const long = await admin.call(addBan, { kind: 'address', value: '2001:db8:1:2:3::4', note: 'x' })
  assert.equal(long.data.shown, '2001:db8:1:2::/64')
  assert.equal(
    (await admin.call(addBan, { kind: 'player', value: '7', gameId: game._id, note: 'x' })).data
      .shown,
    `7 in ${game.gameName}`,
  )
})
