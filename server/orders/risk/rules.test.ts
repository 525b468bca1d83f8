import assert from 'node:assert/strict'
import { previewRule } from './preview.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { until } from '#tests/support/shop/wait.ts'
import { test } from 'node:test'
import {
  createRiskRule,
  editRiskRule,
  listRiskRules,
  previewRiskRule,
  switchRiskRule,
} from '#contract/orders/risk.ts'
import { type RiskCondition } from '#contract/orders/risk-rules.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { order, placeByUpi, readOrder, untilOrder } from '#tests/support/orders/orders.ts'
import { openRiskShop } from '#tests/support/orders/risk-shop.ts'

test('a rule goes live only after a preview of exactly what it says', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await order(asha, { item })).data._id)
    shop.shop.wait(60_000)
  }
  for (const id of ids) await untilOrder(asha, id, 'completed')
  const conditions: RiskCondition[] = [{ is: 'orders', by: 'customer', hours: 1, count: 3 }]
  const input = { name: 'Many orders', outcome: 'refuse', conditions } as const
  const { data: rule } = await admin.call(createRiskRule, { ...input, conditions })
  const { _id: id } = rule
  assert.deepEqual([rule.isLive, rule.preview], [false, null])
  const early = await admin.call(switchRiskRule, { id, isLive: true })
  assert.deepEqual([early.status, early.code], [409, 'RISK_RULE_NOT_PREVIEWED'])
  const { preview } = (await admin.call(previewRiskRule, { id })).data
  const { orders, caught, amount, examples } = preview!
  assert.deepEqual(
    [orders, caught, amount, examples.map(({ orderId }) => orderId)],
    [3, 1, 100_00, [ids[2]]],
  )
  const rest = { sql: shop.shop.sql, now: () => new Date(Date.now() + 60 * 60_000) }
  for (const [limits, seen] of [
    [{ orders: 2, milliseconds: 60_000 }, 2],
    [{ orders: 3, milliseconds: 60_000 }, 3],
  ] as const) {
    const partial = await previewRule(rest, { ...input, conditions }, limits)
    const oldest = await readOrder(asha, ids[3 - seen]!)
    assert.deepEqual([partial.orders, partial.caught, partial.since], [seen, 1, oldest.createdAt])
  }
  assert.equal((await admin.call(switchRiskRule, { id, isLive: true })).data.isLive, true)
  const renamed = await admin.call(editRiskRule, { id, ...input, conditions, name: 'Too many' })
  assert.deepEqual([renamed.data.isLive, renamed.data.preview !== null], [true, true])
  assert.equal((await order(asha, { item })).code, 'ORDER_NOT_TAKEN')
  const wider: RiskCondition[] = [{ is: 'orders', by: 'customer', hours: 1, count: 9 }]
  const edited = await admin.call(editRiskRule, { id, ...input, conditions: wider })
  assert.deepEqual([edited.data.isLive, edited.data.preview], [false, null])
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await asha.call(listRiskRules, {})).status, 403)
  assert.deepEqual(
    (await listActions(shop.shop)).map(({ action }) => action).filter((one) => /rule/.test(one)),
    ['create risk rule', 'switch risk rule', 'edit risk rule', 'edit risk rule'],
  )
})

test('a preview of a rule that changes meanwhile is not kept', async (t) => {
  const { admin, shop } = await openRiskShop(t)
  const input = { name: 'Large', outcome: 'hold', conditions: [{ is: 'first purchase' }] } as const
  const { data: rule } = await admin.call(createRiskRule, {
    ...input,
    conditions: [...input.conditions],
  })
  const id = rule._id
  const { preview } = await shop.sql.begin(async (tx) => {
    await tx`select from risk_rule where id = ${id} for update`
    const preview = admin.call(previewRiskRule, { id })
    await until('it waits for the rule', async () => {
      const rows = await shop.sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return rows.length > 0
    })
    await tx`
      update risk_rule set conditions = '[{"is": "amount", "rupees": 1}]', updated_at = now() + interval '1 second'
      where id = ${id}`
    return { preview }
  })
  assert.equal((await preview).code, 'CHANGED_MEANWHILE')
  assert.equal(
    (await admin.call(switchRiskRule, { id, isLive: true })).code,
    'RISK_RULE_NOT_PREVIEWED',
  )
})

test('a refunded or disputed order is counted as such in a preview', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item, shop: node } = shop
  const { id, url } = await placeByUpi(asha, { item })
  const { reference } = await payAt(node, url)
  await untilOrder(asha, id, 'completed')
  await untilDispute(
    node,
    await tellBank(node, { gateway: 'razorpay', reference, state: 'open' }),
    'needs response',
  )
  const second = (await order(asha, { item })).data._id
  await untilOrder(asha, second, 'completed')
  await admin.call(editOrder, { id: second, status: 'refunded', note: '', reference: '' })
  const conditions: RiskCondition[] = [{ is: 'amount', rupees: 100 }]
  const { data: rule } = await admin.call(createRiskRule, {
    name: 'All',
    outcome: 'hold',
    conditions,
  })
  const { preview } = (await admin.call(previewRiskRule, { id: rule._id })).data
  const { orders, caught, refunded, disputed } = preview!
  assert.deepEqual([orders, caught, refunded, disputed], [2, 2, 1, 1])
})
