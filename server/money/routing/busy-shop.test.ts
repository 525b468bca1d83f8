import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPayShop } from '#tests/support/money/payments.ts'
import { findTroubles } from './troubles.ts'

test('failing payments are noticed in a shop with thousands of payments in half an hour', async (t) => {
  const { shop } = await openPayShop(t)
  const { sql } = shop
  const now = new Date()
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica` // payments of many customers, without their rows
    await tx`
      insert into payment (id, reference, user_id, purpose, gateway, amount, state, page, created_at, expires_at, ended_at)
      select gen_random_uuid(), 'P' || lpad(n::text, 23, '0'), gen_random_uuid(), 'top-up', 'razorpay', 100,
        case when n <= 60 then 'paid' else 'failed' end, '{}', ${now}::timestamptz
          - case when n <= 60 then interval '2 hours' else interval '1 minute' end, ${now}, ${now}
      from generate_series(1, 2000) n`
  })
  const troubleOf = await findTroubles({ now: () => now }, sql)
  assert.equal(
    troubleOf('razorpay', { currency: 'INR', method: 'upi' }),
    'Only 0 % of its customers could pay in the last 30 minutes, instead of 100 %.',
  )
})
