import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { openPayShop } from '#tests/support/money/payments.ts'
import { findTroubles, listTroubles } from './troubles.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

test('pages for cards that do not open say nothing about UPI, and the owner reads which method is in trouble', async (t) => {
  const { shop } = await openPayShop(t)
  const { sql } = shop
  const now = new Date()
  const insert = (method: GatewayMethod | null, count: number, page: object | null, at = now) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica` // payments of many customers, without their rows
      await tx`
        insert into payment (id, reference, user_id, purpose, gateway, method, amount, state, page, created_at,
          expires_at, ended_at)
        select gen_random_uuid(), 'P' || replace(upper(gen_random_uuid()::text), '-', '')::char(23), gen_random_uuid(),
          'top-up', 'razorpay', ${method}, 100, 'failed', ${page && sql.json(page)}, ${at}, ${at}, ${at}
        from generate_series(1, ${count})`
    })
  await insert('card', 3, null)
  await insert(null, 1, {}) // by UPI, at a node of an earlier version
  const words = 'It opened no payment page for its last 3 customers.'
  const troubleOf = await findTroubles({ now: () => now }, sql)
  const tell = (method: GatewayMethod) => troubleOf('razorpay', { currency: 'INR', method })
  assert.deepEqual([tell('card'), tell('upi'), tell('netbanking')], [words, null, null])

  const choice = { active: 'razorpay', standIns: [], foreign: [], upiCodes: [] } as const
  const list = async (methods: GatewayMethod[]) =>
    listTroubles({ now: () => now, ...CONNECTED }, sql, {
      ...choice,
      standIns: [],
      foreign: [],
      upiCodes: [],
      cheapestFirst: false,
      offered: { razorpay: methods },
    })
  assert.equal((await list(['card', 'netbanking'])).get('razorpay'), `Card: ${words}`)
  assert.equal((await list(['netbanking'])).get('razorpay'), undefined, 'nobody is offered cards')
  await insert(null, 2, null, new Date(now.getTime() + 1))
  assert.equal(
    (await list(['card'])).get('razorpay'),
    'It opened no payment page for its last 2 customers.',
  )
})
