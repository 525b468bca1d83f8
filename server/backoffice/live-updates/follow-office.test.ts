import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { followOffice, type UpdateKind } from '#contract/backoffice/live-updates.ts'
import { createIssue } from '#contract/backoffice/support.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { giftBalance } from '#contract/money/wallet.ts'
import { raiseAlert } from '#server/platform/alerts/alerts.ts'
import { forAnother, openPackShop, order, orderByUpi } from '#tests/support/orders/orders.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { follow } from '#tests/support/calls/streams.ts'
import { until } from '#tests/support/shop/wait.ts'

test('an open back office learns which kinds of rows changed on any node, and nothing more', async (t) => {
  const { shop, admin, asha, game, item } = await openPackShop(t)
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const node = await shop.openNode()
  const first = await follow(admin, followOffice, {})
  const second = await follow({ ...admin, url: node.url }, followOffice, {})
  for (const { waitFor } of [first, second]) assert.deepEqual(await waitFor(1), { news: [] })

  const waitForUpdate = async (kind: UpdateKind, happen: () => Promise<unknown>) => {
    const from = [first.events.length, second.events.length]
    await happen()
    for (const [index, { events }] of [first, second].entries())
      await until(`${kind} is told`, () =>
        events.slice(from[index]).some(({ news }) => news.includes(kind)),
      )
  }
  await waitForUpdate('orders', () => order(asha, { item }))
  await waitForUpdate('orders', () => orderByUpi(asha, { item }))
  const another = await forAnother(asha, game)
  await waitForUpdate('payments', () => orderByUpi(another, { item }))
  await waitForUpdate('payments', () => admin.call(giftBalance, { userId: asha.id, amount: 1_00 }))
  await waitForUpdate('issues', () =>
    asha.call(createIssue, { issueType: 'other', message: 'Hello' }),
  )
  const alert = { key: 'test', words: 'Look', path: '/admin/home' }
  const clock = { now: () => new Date() }
  await waitForUpdate('alerts', () => shop.sql.begin((tx) => raiseAlert(clock, tx, alert)))

  // Losing the right ends the stream.
  const boss = await signUpAdmin(shop)
  await boss.call(editUserAsAdmin, { id: admin.id, role: 'user' })
  await order(asha, { item })
  await Promise.all([first.waitForEnd(), second.waitForEnd()])
  const refused = await follow(asha, followOffice, {})
  assert.deepEqual([refused.status, refused.code], [403, 'ACCESS_DENIED'])
})
