import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { outcomeOf } from './outcome.ts'

type Fields = Partial<OrderWithTimeline> & { says?: string }

const tell = ({ says = 'Order placed', ...order }: Fields, seen = {}) => {
  const timeline = [{ number: 1, status: 'pending', message: says, at: '2026-01-01T00:00:00.000Z' }]
  const whole = { heldFor: null, lastTry: null, ...order, timeline } as unknown as OrderWithTimeline
  return outcomeOf(whole, { isClaimed: false, isLate: false, ...seen })
}

test('the headline of a paid order says what became of its delivery', () => {
  const paid = { paymentStatus: 'paid', status: 'processing' } as const
  assert.equal(tell(paid).title, 'Payment Successful')
  assert.equal(tell({ ...paid, status: 'completed' }).title, 'Paid and delivered')
  const late = 'Paid. Delivery is taking longer than usual'
  assert.equal(tell(paid, { isLate: true }).title, late)
  assert.equal(tell({ ...paid, heldFor: 'person' }).title, late)
  assert.equal(tell({ ...paid, heldFor: 'player' }).title, 'Paid. Not delivered: player not found')
})

test('the headline of an unpaid order says whether the try failed, was left or was not finished', () => {
  const open = { paymentStatus: 'pending', status: 'pending' } as const
  const titles = (['failed', 'left', 'open', null] as const).map(
    (lastTry) => tell({ ...open, lastTry }).title,
  )
  assert.deepEqual(titles, [
    'Payment Failed',
    'You left the payment page',
    'Payment not finished',
    'Payment not finished',
  ])
  assert.equal(tell({ ...open, lastTry: 'open' }, { isClaimed: true }).title, 'Payment Pending')
})

test('an order that ended says where the money is, and never that nothing was paid when it was', () => {
  const unpaid = { paymentStatus: 'failed', status: 'cancelled' } as const
  const ended = tell({ ...unpaid, says: 'The order wasn’t paid in time' })
  assert.equal(ended.title, 'Order cancelled. Nothing was paid')
  assert.match(ended.words, /^The order wasn’t paid in time\. You were not charged\./)
  const other = tell({
    ...unpaid,
    isMoneyInWallet: true,
    says: '₹99 arrived instead of ₹100. The money is in your wallet',
  })
  assert.equal(other.title, 'Order cancelled. Your money is in your wallet')
  assert.doesNotMatch(other.words, /not charged/)
  const note = tell({ ...unpaid, says: 'There was nothing in your wallet' })
  assert.equal(note.title, 'Order cancelled. Nothing was paid')
  const back = { paymentStatus: 'refunded', status: 'failed' } as const
  assert.equal(tell(back).title, 'Not delivered. Payment refunded')
})
