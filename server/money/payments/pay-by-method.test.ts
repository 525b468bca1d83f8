import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editUser } from '#contract/accounts/users.ts'
import { choosePaymentGateway, listPayments } from '#contract/money/payments.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { openPayShop, payAt } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import { connectorOf, UPI_GATEWAYS } from '#tests/support/money/connectors.ts'
import { gatewayMethods, moreMethodsOf } from '#server/money/gateways/methods.ts'

test('each gateway takes money by every method that it offers, on a page for this method', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  await customer.call(editUser, { phone: '9876543210' })
  const expected: string[] = []
  for (const name of UPI_GATEWAYS) {
    const offered = { [name]: [...moreMethodsOf(connectorOf(name))] }
    await admin.call(choosePaymentGateway, { active: name, offered })
    const methods = gatewayMethods(connectorOf(name), 'INR')
    await until(`${name} is chosen`, async () => {
      const { data } = await customer.call(getPaymentNeeds, { currency: 'INR' })
      return String(data.methods.toSorted()) === String(methods.toSorted())
    })
    for (const method of methods) {
      const { data, message } = await customer.call(addMoney, { amount: 100_00, method })
      if (!data) throw new Error(`${name} ${method}: ${message}`)
      const paid = await payAt(shop, data.payment_url!)
      const limits = name === 'cashfree' ? ['upi', ...offered[name]!] : offered[name]!
      assert.equal(paid.method, limits.includes(method) ? method : null, `${name} ${method}`)
      expected.push(`${name} ${method} paid`)
    }
  }
  const list = listPayments.input.parse({ limit: '100', sort: 'createdAt' })
  await until('all are paid', async () => {
    const { payments } = (await admin.call(listPayments, list)).data
    return payments.every(({ state, captures }) => state === 'paid' && captures[0]?.settledAs)
  })
  const { payments } = (await admin.call(listPayments, list)).data
  const found = payments.map(({ gateway, method, state }) => `${gateway} ${method} ${state}`)
  assert.deepEqual(found, expected)
})
