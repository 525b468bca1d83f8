import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INSTALLED } from '#connectors/connectors.ts'
import type { Twin } from '#sandbox/find-twins.ts'
import { GATEWAY_TWINS, SUPPLIER_TWINS } from '#sandbox/twins.ts'
import { checkConnector } from './check-connector.ts'
import { GATEWAY_FAULTS } from './planted-gateway-faults.ts'
import { SUPPLIER_FAULTS } from './planted-supplier-faults.ts'

/** Companies that can do everything that the proofs are about. */
const [GATEWAY, SUPPLIER] = ['razorpay', 'moogold']

const findTwin = <One extends Twin>(twins: One[], name: string) =>
  twins.find((twin) => twin.name === name)!

test('the proofs refuse a gateway with a planted fault', async () => {
  const connector = INSTALLED.gateways.get(GATEWAY!)!
  const twin = findTwin(GATEWAY_TWINS, GATEWAY!)
  for (const [fault, { caughtBy, plant }] of Object.entries(GATEWAY_FAULTS)) {
    const create: typeof connector.create = (account) => {
      const good = connector.create(account)
      return { ...good, ...plant(good) }
    }
    const candidate = { kind: 'gateway', connector: { ...connector, create }, twin } as const
    const [result] = await checkConnector(candidate, (name) => name === caughtBy)
    assert.equal(result?.is, 'failed', fault)
  }
})

test('the proofs refuse a supplier with a planted fault', async () => {
  const connector = INSTALLED.suppliers.get(SUPPLIER!)!
  const twin = findTwin(SUPPLIER_TWINS, SUPPLIER!)
  for (const [fault, { caughtBy, plant }] of Object.entries(SUPPLIER_FAULTS)) {
    const create: typeof connector.create = (account) => {
      const good = connector.create(account)
      return { ...good, ...plant(good) }
    }
    const candidate = { kind: 'supplier', connector: { ...connector, create }, twin } as const
    const [result] = await checkConnector(candidate, (name) => name === caughtBy)
    assert.equal(result?.is, 'failed', fault)
  }
})
