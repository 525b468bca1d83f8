import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paths } from './paths.ts'

test('an unpaid order is tried again with its pack, player and coupon', () => {
  const order = {
    gameId: { gameSlug: 'tide-runners' },
    itemId: { itemSlug: 'gems' },
    gameDetailId: { _id: 'p1' },
  }
  const same = '/purchase/review?gameSlug=tide-runners&itemSlug=gems&gameDetailId=p1'
  assert.equal(paths.orderAgain({ ...order, couponId: null }), same)
  const couponId = { couponCode: 'DIWALI' }
  assert.equal(paths.orderAgain({ ...order, couponId }), `${same}&couponCode=DIWALI`)
})
