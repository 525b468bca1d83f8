import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listConnectors } from '#contract/backoffice/connectors.ts'
import { makeStaff } from '#tests/support/accounts/staff.ts'
import { GATEWAYS } from '#tests/support/money/connectors.ts'
import { openPayShop } from '#tests/support/money/payments.ts'

test('any member of staff reads which gateways the shop has, and customers may not', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  const colleague = await makeStaff(shop, admin, { name: 'Meera Iyer', rights: ['support'] })
  const { gateways } = (await colleague.call(listConnectors, {})).data
  assert.deepEqual(
    gateways.map(({ name }) => name),
    GATEWAYS,
  )
  assert.partialDeepStrictEqual(
    gateways.find(({ name }) => name === 'paypal'),
    {
      kind: 'gateway',
      title: 'PayPal',
      version: '1.0.0',
      countries: [],
      methods: { rupees: [], foreign: ['paypal'] },
      sendsBack: true,
    },
  )
  assert.equal((await customer.call(listConnectors, {})).status, 403)
})
