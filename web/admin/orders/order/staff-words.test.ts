import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStaffWords } from './staff-words.ts'

test('staff read of the customer, and never of their own wallet', () => {
  assert.equal(
    toStaffWords('The order couldn’t be delivered. ₹100.00 is back in your wallet. Sorry, Ravi'),
    'The order couldn’t be delivered. ₹100.00 was refunded to the customer’s wallet. Sorry, Ravi',
  )
  assert.equal(toStaffWords('Delivered to your player'), 'Delivered to the player')
  assert.equal(toStaffWords('Sent to the game'), 'Sent to the game')
})
