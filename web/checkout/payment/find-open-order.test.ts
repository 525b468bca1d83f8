import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Currency } from '#contract/core/money.ts'
import { findOpenOrder } from './find-open-order.ts'

const open = (_id: string, { amount = 100, code = '', player = 'p1', pack = 'gems' } = {}) => ({
  _id,
  currency: 'INR' as Currency,
  amount,
  itemId: { _id: '', itemSlug: pack, itemName: '' },
  gameDetailId: { _id: player, playerId: '', zoneId: '', userName: '' },
  couponId: code ? { _id: '', couponCode: code } : null,
})

const find = (orders: ReturnType<typeof open>[], couponCode = '', amount = 100) => {
  const input = { itemSlug: 'gems', gameDetailId: 'p1', couponCode }
  const found = findOpenOrder(orders, input, { currency: 'INR', amount })
  return found && [found.order._id, found.isSame]
}

test('the review names the unpaid order that paying continues, although a newer one has other terms', () => {
  const newest = open('newest', { code: 'EACH' })
  assert.deepEqual(find([newest, open('plain'), open('oldest')]), ['oldest', true])
  assert.deepEqual(find([open('plain'), newest], 'EACH'), ['newest', true])
})

test('an unpaid order with another coupon or a higher price is another order, and one for another pack or player is none', () => {
  assert.deepEqual(find([open('coupon', { code: 'EACH' })]), ['coupon', false])
  assert.deepEqual(find([open('dearer', { amount: 101 })]), ['dearer', false])
  assert.deepEqual(find([{ ...open('dollars'), currency: 'USD' }]), ['dollars', false])
  assert.equal(find([open('other', { player: 'p2' }), open('pack', { pack: 'coins' })]), null)
})
