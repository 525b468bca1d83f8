import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { getUser } from '#contract/accounts/users.ts'
import {
  endDispute,
  listDisputes,
  type Dispute,
  type DisputeState,
} from '#contract/money/disputes.ts'
import { choosePaymentGateway, type GatewayName } from '#contract/money/payments.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { enter } from '#tests/chaos/payments/payer-pages.ts'
import { provePhone } from '#tests/support/accounts/codes.ts'
import {
  findDisputeOf,
  pollDisputes,
  sumsOfDisputes,
  tellBank,
  untilNothingIsAsked,
} from '#tests/support/money/disputes.ts'
import { beginTopUp, hurryJobs, openPayShop, payAt } from '#tests/support/money/payments.ts'
import { spend } from '#tests/support/money/ledger.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

/** A shop that takes money through any gateway. */
async function open(t: TestContext) {
  const { shop, admin, customer } = await openPayShop(t)
  await provePhone(shop, customer)
  const has = async () => (await customer.call(getUser, {})).data.balance

  /** Adds 100 rupees through a gateway. */
  async function topUp(gateway: GatewayName): Promise<string> {
    await admin.call(choosePaymentGateway, { active: gateway })
    const before = await has()
    const url = await beginTopUp(customer, 100)
    const { reference } = await payAt(shop, (await enter(url))!)
    await until('the money is in the wallet', async () => (await has()) > before)
    return reference
  }
  return { shop, admin, customer, has, topUp }
}

/** Does not wait for jobs that run a while after an unsigned event. */
async function untilTold(shop: TestShop, id: string, state: DisputeState) {
  await until('the shop has heard of it', async () => {
    await hurryJobs(shop)
    return (await findDisputeOf(shop, id))?.state === state
  })
  return (await findDisputeOf(shop, id))!
}

/** Gateways that tell no movements of money. They take it when the dispute is lost. */
const TAKEN_AT_LAST: GatewayName[] = ['cashfree', 'phonepe', 'paytm']

test('a dispute at each gateway holds the money, and a lost one takes it from the wallet', async (t) => {
  const { shop, admin, customer, has, topUp } = await open(t)
  /** At Paytm a person records it. Cashfree's webhook is lost, and polling finds it. */
  async function decide({ _id: id, gateway }: Dispute, reference: string, state: 'won' | 'lost') {
    if (gateway === 'paytm') {
      const tooMuch = { id, state: 'lost', taken: 100_01, note: 'Dashboard' } as const
      assert.equal((await admin.call(endDispute, tooMuch)).code, 'DISPUTE_TOO_MUCH')
      const outcome = { id, state, taken: 100_00, note: 'Dashboard' } // counts only if it is lost
      const { status } = await admin.call(endDispute, outcome)
      assert.equal(status, 200)
      return
    }
    const webhook = gateway === 'cashfree' ? 'never' : 'once'
    if (gateway === 'cashfree') await untilNothingIsAsked(shop)
    await tellBank(shop, { gateway, reference, state: 'review', webhook })
    await tellBank(shop, { gateway, reference, state, webhook })
    if (gateway === 'cashfree') await pollDisputes(shop)
  }

  for (const gateway of UPI_GATEWAYS) {
    const reference = await topUp(gateway)
    assert.equal(await has(), 100_00, gateway)
    const id = await tellBank(shop, { gateway, reference, state: 'open' })
    const opened = await untilTold(shop, id, 'needs response')
    const isTaken = !TAKEN_AT_LAST.includes(gateway)
    assert.deepEqual([opened.held, opened.taken], [100_00, isTaken ? 100_00 : 0], gateway)
    assert.equal(await has(), 100_00, 'the money is held, not taken')
    await assert.rejects(spend(shop.sql, customer.id, 1), { code: 'BALANCE_TOO_LOW' })
    const { data } = await admin.call(listDisputes, { page: 1, limit: 10, gateway })
    const [listed] = data.disputes
    assert.deepEqual(
      [listed!.payment?.reference, listed!.isByHand, data.total],
      [reference, gateway === 'paytm', 1],
    )
    assert.ok(listed!.respondBy, gateway)

    await decide(listed!, reference, 'won')
    const won = await untilTold(shop, id, 'won')
    assert.deepEqual([won.held, won.taken, won.fromWallet, won.fromShop], [0, 0, 0, 0], gateway)
    assert.equal(await has(), 100_00, gateway)
    await decide(listed!, reference, 'lost')
    const lost = await untilTold(shop, id, 'lost')
    assert.deepEqual(
      [lost.held, lost.taken, lost.fromWallet, lost.fromShop],
      [0, 100_00, 100_00, 0],
    )
    assert.equal(await has(), 0, gateway)
  }
  const fees = 15_00
  assert.deepEqual(await sumsOfDisputes(shop), {
    gateway: 600_00 + fees,
    disputes: 0,
    losses: 0,
    fees: -fees,
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
