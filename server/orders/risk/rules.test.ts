import assert from 'node:assert/strict'
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
import { order, untilOrder } from '#tests/support/orders/orders.ts'
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
