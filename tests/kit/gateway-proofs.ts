import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Break } from './breaking-proxy.ts'
import { AMOUNT, type GatewaySetup } from './gateway-setup.ts'
import { expectUnknown, type Proof } from './proof.ts'
import { GARBAGE } from './supplier-proofs.ts'

const PATIENCE_MS = 10_000
const AT_ONCE = 8

/** Proofs about opening, paying and asking. */
export const GATEWAY_PROOFS: Proof<GatewaySetup>[] = [
  {
    name: 'payment',
    claim: 'opens a page, and finds the money there: exact amount, currency and id',
    async prove({ gateway, open, pay, currency, listCaptured }) {
      const payment = await open()
      const before = await gateway.ask({ ...payment, isWanted: true })
      assert.ok(before.is === 'open' || before.is === 'unknown', before.is) // a form opens it later
      assert.deepEqual(before.captured, [])
      await pay(payment, 'success')
      const found = await gateway.ask({ ...payment, isWanted: true })
      assert.equal(found.is, 'paid')
      assert.equal(found.captured.length, 1)
      const [capture] = found.captured
      assert.deepEqual([capture!.amount, capture!.currency], [AMOUNT, currency])
      assert.ok(capture!.id)
      assert.deepEqual(
        (await listCaptured(payment)).map(({ amount }) => amount),
        [AMOUNT / 100],
      )
      const again = await gateway.ask({ ...payment, isWanted: true })
      assert.deepEqual(again, found, 'asking again tells something else')
    },
  },
  {
    name: 'methods',
    claim: 'opens a page for each method of its manifest',
    async prove({ open, methods }) {
      for (const method of methods) assert.ok((await open({ method })).opened.page, method)
    },
  },
  {
    name: 'opening twice',
    claim: 'never opens two pages that can both be paid for one reference',
    async prove({ gateway, open, pay, listCaptured }) {
      const payment = await open()
      const second = await gateway.open(payment.asked).catch(() => null)
      await pay(payment, 'success')
      const isAnother = second && !isDeepStrictEqual(second.page, payment.opened.page)
      if (isAnother) await pay({ ...payment, opened: second }, 'success').catch(() => null)
      await gateway.ask({ ...payment, isWanted: true })
      assert.equal((await listCaptured()).length, 1)
    },
  },
  {
    name: 'lost answer of an opening',
    claim: 'throws when the answer of an opening is lost, and finds or reopens the payment',
    async prove({ gateway, proxy, prepare, pay, listCaptured }) {
      const asked = prepare()
      const before = proxy.count()
      const opened = await proxy.during({ is: 'lose the answer' }, () =>
        gateway.open(asked).catch(() => null),
      )
      if (opened && proxy.count() === before) return 'it opens pages without a request'
      assert.equal(opened, null)
      const again = await gateway.open(asked)
      const payment = { asked, opened: again, ...asked, gatewayId: again.gatewayId }
      await pay(payment, 'success')
      assert.equal((await gateway.ask({ ...payment, isWanted: true })).captured.length, 1)
      assert.equal((await listCaptured(payment)).length, 1)
    },
  },
  {
    name: 'failed try',
    claim: 'takes a failed try for no money',
    async prove({ gateway, open, pay, listCaptured }) {
      const payment = await open()
      await pay(payment, 'failure')
      const found = await gateway.ask({ ...payment, isWanted: true })
      assert.ok(found.is === 'open' || found.is === 'failed', found.is)
      assert.deepEqual(found.captured, [])
      assert.deepEqual(await listCaptured(payment), [])
    },
  },
  {
    name: 'pending payment',
    claim: 'keeps a payment open while the bank has not decided',
    async prove({ gateway, open, pay }) {
      const payment = await open()
      await pay(payment, 'pending')
      assert.equal((await gateway.ask({ ...payment, isWanted: true })).is, 'open')
    },
  },
  {
    name: 'another amount',
    claim: 'reports the amount that was paid, and not the amount that was asked for',
    async prove({ gateway, open, pay }) {
      const payment = await open()
      await pay(payment, 'success', { amount: (AMOUNT - 100) / 100 })
      const { captured } = await gateway.ask({ ...payment, isWanted: true })
      for (const { amount } of captured) assert.equal(amount, AMOUNT - 100)
    },
  },
  {
    name: 'another currency',
    claim: 'reports the currency that was paid',
    async prove({ gateway, connector, open, pay, currency }) {
      if (connector.isOwnWallet) return 'customers pay in coins'
      const payment = await open()
      const other = currency === 'INR' ? 'USD' : 'EUR'
      await pay(payment, 'success', { currency: other })
      const found = await gateway.ask({ ...payment, isWanted: true }).catch(() => null)
      for (const capture of found?.captured ?? []) assert.equal(capture.currency, other)
    },
  },
  {
    name: 'unknown payment',
    claim: 'says that a payment which the company never got is unknown, and not failed',
    async prove({ gateway, prepare }) {
      const { reference } = prepare()
      const found = await gateway.ask({ reference, gatewayId: null })
      assert.deepEqual(found.captured, [])
      assert.ok(['unknown', 'open'].includes(found.is), found.is)
    },
  },
  {
    name: 'garbage',
    claim: 'takes neither errors nor garbage for an answer about a payment',
    async prove({ gateway, proxy, open, pay }) {
      const payment = await open()
      await pay(payment, 'success')
      for (const [what, how] of Object.entries(GARBAGE))
        await proxy.during(how, () => expectUnknown(what, gateway.ask(payment)))
    },
  },
  {
    name: 'unreachable company',
    claim: 'throws when no connection is made',
    async prove({ nowhere, open }) {
      await expectUnknown('asking', nowhere.ask(await open()))
      await expectUnknown('its check', nowhere.check())
    },
  },
  {
    name: 'silence',
    claim: 'gives up on a company that never answers',
    async prove({ gateway, proxy, open }) {
      const payment = await open()
      await proxy.during({ is: 'stay silent' }, async () => {
        const late = sleep(PATIENCE_MS, 'still waiting', { ref: false })
        const asking = gateway.ask(payment).then(
          () => 'answered',
          () => 'gave up',
        )
        assert.equal(await Promise.race([asking, late]), 'gave up')
      })
    },
  },
  {
    name: 'redirect',
    claim: 'follows no redirect, which would give its credentials away',
    async prove({ gateway, proxy, open, shopUrl, received }) {
      const payment = await open()
      const location = `${shopUrl}/elsewhere`
      const how: Break = { is: 'answer', status: 307, type: 'text/html', body: '', location }
      await proxy.during(how, () => expectUnknown('a redirect', gateway.ask(payment)))
      assert.ok(received.every(({ path }) => path !== '/elsewhere'))
    },
  },
  {
    name: 'many at once',
    claim: 'keeps the payments of many customers apart',
    async prove({ gateway, open, pay }) {
      const amounts = Array.from({ length: AT_ONCE }, (_, index) => AMOUNT + index)
      const payments = await Promise.all(amounts.map((amount) => open({ amount })))
      await Promise.all(payments.map((payment) => pay(payment, 'success')))
      const found = await Promise.all(
        payments.map((payment) => gateway.ask({ ...payment, isWanted: true })),
      )
      assert.deepEqual(
        found.map(({ captured }) => captured[0]?.amount),
        amounts,
      )
    },
  },
  {
    name: 'closed page',
    claim: 'closes a page so that nobody can pay there, and leaves a paid one paid',
    async prove({ gateway, open, pay, openPaid, listCaptured }) {
      if (!gateway.close) return 'the company can’t close a page'
      const payment = await open()
      await gateway.close(payment)
      await pay(payment, 'success').catch(() => null)
      const found = await gateway.ask({ ...payment, isWanted: false })
      assert.deepEqual(found.captured.length, (await listCaptured(payment)).length)
      assert.equal((await listCaptured(payment)).length, 0)
      const paid = await openPaid()
      await gateway.close(paid).catch(() => null)
      assert.equal((await gateway.ask({ ...paid, isWanted: true })).is, 'paid')
    },
  },
  {
    name: 'UPI code',
    claim: 'makes a UPI code for the shop’s own page, with the amount in it',
    async prove({ connector, open }) {
      if (!connector.makesUpiCodes) return 'the company makes no UPI codes'
      const { opened } = await open({ method: 'upi', wantsUpiCode: true })
      assert.ok(opened.page.is === 'upi', opened.page.is)
      const { protocol, searchParams } = new URL(opened.page.uri) // some test systems lead to a page
      assert.ok(['upi:', 'http:', 'https:'].includes(protocol), protocol)
      assert.equal(searchParams.get('am'), (AMOUNT / 100).toFixed(2))
    },
  },
]
