import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDispute } from './paytm-disputes.ts'

const NOTICE = { disputeId: 'D1', disputeAmount: '199.50', transactionId: 'T1' }

test('a signed notice whose amount cannot be read or stored is no dispute, and no error', () => {
  assert.equal(toDispute(NOTICE)?.amount, 199_50)
  assert.equal(toDispute({ ...NOTICE, disputeAmount: 200 })?.amount, 200_00)
  for (const disputeAmount of ['', 'many', '-5', '0', '0.00', '1.005', '1e9', '12345678901234', 0])
    assert.equal(toDispute({ ...NOTICE, disputeAmount }), null, String(disputeAmount))
})
