import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatewayMethods } from './methods.ts'

const FOREIGN = { methods: { foreign: ['card' as const] } }

test('a gateway is asked for the currencies that its manifest names, and for no others', () => {
  const only = { ...FOREIGN, currencies: { only: ['USD', 'EUR'] } }
  const not = { ...FOREIGN, currencies: { not: ['KWD'] } }
  const taken = (able: typeof FOREIGN) =>
    (['INR', 'USD', 'EUR', 'KWD'] as const).filter(
      (currency) => gatewayMethods(able, currency).length > 0,
    )
  assert.deepEqual(taken(only), ['USD', 'EUR'])
  assert.deepEqual(taken(not), ['USD', 'EUR'])
  assert.deepEqual(taken(FOREIGN), ['USD', 'EUR', 'KWD'])
  assert.deepEqual(gatewayMethods({ methods: { rupees: ['upi'] } }, 'INR'), ['upi'])
})
