import { setTimeout as sleep } from 'node:timers/promises'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { enter } from './payer-pages.ts'
import { UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

export type Times = {
  reported: number[] // from payment to credit in milliseconds, with a gateway event
  unreported: number[] // the same without an event
}

const AT_ONCE = 4
const THINKING_MS = 40_000 // until a customer has paid, on pages without events
const PATIENCE_MS = 180_000

/** Measures how long money takes from gateway to wallet, through all gateways in turn, while nothing fails. */
export async function timePayments(setup: ChaosSetup, count: number): Promise<Times> {
  const reported = await timeSome(setup, { count, webhook: 'once' })
  const unreported = await timeSome(setup, { count, webhook: 'never' })
  return { reported, unreported }
}

type Some = { count: number; webhook: 'once' | 'never' }

async function timeSome(setup: ChaosSetup, { count, webhook }: Some): Promise<number[]> {
  const url = setup.urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const customer = await signUp({ url }, 'Asha Rao')
  const paidAt = new Map<string, number>()
  const paying: Promise<void>[] = []
  const pay = async (page: string, thinkingMs: number): Promise<void> => {
    await sleep(thinkingMs)
    const { reference } = await payAt(setup, page, { webhook })
    paidAt.set(reference, Date.now())
  }
  for (let index = 0; index < count; index++) {
    if (index % Math.ceil(count / UPI_GATEWAYS.length) === 0) {
      const active = UPI_GATEWAYS[Math.floor((index / count) * UPI_GATEWAYS.length)]!
      await admin.call(choosePaymentGateway, { active })
    }
    const { data } = await customer.call(addMoney, { amount: 100_00 })
    const page = (await enter(data.payment_url!))!
    paying.push(pay(page, webhook === 'once' ? 0 : (index / count) * THINKING_MS))
    if (webhook === 'once' && index % AT_ONCE === 0) await Promise.all(paying)
  }
  await Promise.all(paying)
  const settled = await untilSettled(setup, [...paidAt.keys()])
  return settled.map(({ reference, settledAt }) => settledAt.getTime() - paidAt.get(reference)!)
}

async function untilSettled({ sql }: ChaosSetup, references: string[]) {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(200)) {
    const rows = await sql<{ reference: string; settledAt: Date }[]>`
      select reference, settled_at from payment join capture on payment_id = payment.id
      where reference = any(${references}) and settled_at is not null`
    if (rows.length === references.length) return rows
  }
  throw new Error('Some payments are not credited')
}
