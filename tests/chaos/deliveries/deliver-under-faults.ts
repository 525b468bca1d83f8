import { setTimeout as sleep } from 'node:timers/promises'
import { settleDelivery, takeRefund } from '#contract/orders/deliveries.ts'
import type { FaultKind } from '#sandbox/faults.ts'
import { SUPPLIERS, settleOutside } from '#tests/support/orders/deliveries.ts'
import type { Member } from '#tests/support/accounts/people.ts'
import {
  auditDeliveries,
  isWhole,
  readBooks,
  type Figures,
} from '#tests/chaos/audit/audit-deliveries.ts'
import { buy, drawPurchases, openCounter, type Counter, type Action } from './buyers.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { pass, settleDown } from '#tests/chaos/pass-time.ts'
import { killNow, sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'

export type DeliverReport = Figures & {
  seed: number
  kills: number
  seconds: number
  wrong: string[]
  fault: string | null // from the verifier
  audit: string[]
}

/** `isBrief` leaves out supplier answers that take twenty seconds, and pauses long enough for nodes to be killed. */
type Options = { orders: number; seed: number; atOnce: number; isBrief?: boolean }

const KILL_PAUSE_MS = 100
const THINKING_MS_MAX = 700

const CALLS: [FaultKind, number, number?][] = [
  ['drop-reply', 0.1],
  ['error', 0.1],
  ['latency', 0.1, 80],
]
const STEPS_UNDER_FAULTS = [0.3, 1] // in minutes
const STEPS_AFTERWARDS = [1, 2, 5, 15, 15, 15, 15]

/**
 * Many customers buy from all suppliers while three in ten supplier requests fail and nodes are killed. Then time
 * passes until nothing waits, and the shop is compared with what the suppliers delivered.
 */
export async function deliverUnderFaults(
  setup: ChaosSetup,
  options: Options,
): Promise<DeliverReport> {
  const dice = createDice(options.seed)
  const startedAt = Date.now()
  const purchases = drawPurchases(dice, options)
  await breakSuppliers(setup, [['error', 1]]) // no supplier can reject a player while players are named
  const counter = await openCounter(setup, purchases, options)
  await mendSuppliers(setup)
  await breakSuppliers(setup, CALLS)
  const killing = killNow(setup, dice, KILL_PAUSE_MS)
  const { actions, wrong } = await buyAll(counter, { dice, ...options })
  const kills = await killing.stop()

  for (const minutes of STEPS_UNDER_FAULTS) await wait(setup, minutes)
  await decideOutside(setup, dice)
  await wait(setup, STEPS_UNDER_FAULTS.at(-1)!)
  await mendSuppliers(setup)
  for (const minutes of STEPS_AFTERWARDS)
    if (await isAnythingOpen(setup)) {
      await decideOutside(setup, dice)
      await wait(setup, minutes)
    }
  await settleByHand(setup, counter.admin, actions)
  await wait(setup, 20) // late answers must not change anything now
  const audit = await auditDeliveries(setup, {
    actions,
    stock: counter.stock,
    money: counter.money,
  })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  return { ...audit, seed: options.seed, kills, seconds, wrong: [...wrong, ...audit.wrong] }
}

async function buyAll(counter: Counter, { dice, atOnce, isBrief }: Options & { dice: Dice }) {
  const actions: Action[] = []
  const wrong: string[] = []
  await sideBySide(atOnce, counter.customers.length, async (index) => {
    const customer = counter.customers[index]!
    for (const own of customer.purchases) {
      if (!isBrief) await sleep(dice.below(THINKING_MS_MAX))
      await buy(counter, customer, own).then(
        (action) => void actions.push(action),
        (error: unknown) => void wrong.push(`${own.provider}, ${own.player}: ${String(error)}`),
      )
    }
  })
  return { actions, wrong }
}

/** Lets all requests finish before moving the clock: an unfinished dispatch would seem lost. */
async function wait(setup: ChaosSetup, minutes: number): Promise<void> {
  await settleDown(setup)
  await pass(setup, minutes)
  await settleDown(setup)
}

async function isAnythingOpen({ sql }: ChaosSetup): Promise<boolean> {
  const [row] = await sql<[{ open: boolean }]>`
    select exists (select from orders where status = 'processing' and held_for is null)
      or exists (select from dispatch where trace_at is not null and supplier <> 'smileone') as open`
  return row.open
}

async function breakSuppliers(
  { sandboxUrl }: ChaosSetup,
  faults: [FaultKind, number, number?][],
): Promise<void> {
  for (const target of SUPPLIERS)
    for (const [kind, rate, ms] of faults) {
      const response = await fetch(`${sandboxUrl}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target, kind, rate, ...(ms === undefined ? {} : { ms }) }),
      })
      if (!response.ok) throw new Error(await response.text())
    }
}

async function mendSuppliers({ sandboxUrl }: ChaosSetup): Promise<void> {
  await fetch(`${sandboxUrl}/faults`, { method: 'DELETE' })
}

/** Decides the dispatches that are still pending at their supplier. */
async function decideOutside(setup: ChaosSetup, dice: Dice): Promise<void> {
  const pending = await setup.sql<{ provider: string; reference: string }[]>`
    select supplier as provider, reference from dispatch where is_pending and state = 'sent'
    order by created_at, id`
  for (const dispatch of pending) {
    const outcome = dice.isHit(0.5) ? 'delivered' : 'refused'
    await settleOutside(setup, { ...dispatch, outcome }).catch((error: unknown) => {
      if (!String(error).includes('already')) throw error
    })
  }
}

/**
 * Staff settle held orders truthfully, from the suppliers' books. Customers who named no valid player take the refund.
 */
async function settleByHand(setup: ChaosSetup, admin: Member, actions: Action[]): Promise<void> {
  const held = await setup.sql<{ id: string; heldFor: 'player' | 'person' }[]>`
    select id, held_for from orders where held_for is not null`
  const books = await readBooks(setup)
  for (const { id, heldFor } of held) {
    const action = actions.find((one) => one.id === id)
    if (!action) throw new Error(`Nobody knows of order ${id}`)
    action.heldFor = heldFor
    const outcome = isWhole(action, books.get(action.key) ?? []) ? 'delivered' : 'refused'
    const { status, message } =
      heldFor === 'player'
        ? await action.customer.call(takeRefund, { id })
        : await admin.call(settleDelivery, { id, outcome, note: 'As their books have it' })
    if (status !== 200) throw new Error(`${id}: ${message}`)
  }
}
