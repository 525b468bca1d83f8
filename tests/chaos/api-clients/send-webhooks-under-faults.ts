import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FullItem } from '#contract/catalogue/games.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { GAMES, PLAYERS } from '#tests/support/orders/deliveries.ts'
import { signUp, type Member, type Person } from '#tests/support/accounts/people.ts'
import {
  makeReseller,
  openApiClient,
  orderByApiClient,
} from '#tests/support/resellers/api-clients.ts'
import { listen, openReceiver, type Receiver } from '#tests/support/resellers/webhooks.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { auditWebhooks, type Listener } from '#tests/chaos/audit/audit-webhooks.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { pass, settleDown } from '#tests/chaos/pass-time.ts'
import { killNow, sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'
import { untilAnswered } from '#tests/chaos/until-answered.ts'

export type WebhookReport = {
  seed: number
  kills: number // of nodes
  crashes: number // of the receiver
  orders: number
  events: number
  received: number
  repeated: number // attempts after the first one for each webhook, even if the receiver was down
  wrong: string[]
}

type Options = { orders: number; seed: number; atOnce: number }
type ApiShop = { apiClient: Person; admin: Member; byHand: FullItem; bySupplier: FullItem }

const KILL_PAUSE_MS = 400
const THINKING_MS_MAX = 400
const PLAYED = ['good', 'good', 'refused', 'lostAndDelivered', 'lostAndRefused'] as const
const STEPS_UNDER_FAULTS = [0.1, 0.5, 2] // in minutes
const STEPS_AFTERWARDS = [3, 10, 30, 60, 180, 360, 720, 1_440]

/**
 * API clients order while the webhook receiver crashes, restarts, fails and hangs, and nodes are killed. Then time
 * passes, and the webhooks received are compared with the orders.
 */
export async function sendWebhooksUnderFaults(
  setup: ChaosSetup,
  stack: AsyncDisposableStack,
  options: Options,
): Promise<WebhookReport> {
  const dice = createDice(options.seed)
  const { reseller, ...setUp } = await openApiShop(setup)
  const after = { after: (close: () => Promise<void>) => stack.defer(close) }
  const [shaky, steady] = [await openReceiver(after), await openReceiver(after)]
  const listeners: Listener[] = []
  for (const receiver of [shaky, steady])
    listeners.push({ receiver, ...(await listen(reseller, receiver)) })

  const crashing = crashNowAndThen(shaky, dice)
  const killing = killNow(setup, dice, KILL_PAUSE_MS)
  await sideBySide(options.atOnce, options.orders, () => buy(setUp, dice))
  const kills = await killing.stop()
  for (const minutes of STEPS_UNDER_FAULTS) {
    await pass(setup, minutes)
    await settleDown(setup)
  }
  const crashes = await crashing.stop()
  for (const minutes of STEPS_AFTERWARDS)
    if (await isAnythingOpen(setup)) {
      await pass(setup, minutes)
      await settleDown(setup)
    }
  return {
    seed: options.seed,
    kills,
    crashes,
    ...(await auditWebhooks(setup, { listeners, ...setUp })),
  }
}

async function openApiShop({ urls, sql }: ChaosSetup): Promise<ApiShop & { reseller: Member }> {
  const shop = { url: urls[0]!, sql }
  const admin = await signUp(shop, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  const reseller = await makeReseller(shop, admin, { INR: 1_000_000_00 })
  const game = await makeGame(admin, { ...GAMES.unipin, apiName: 'unipin' })
  const bySupplier = await makeItem(admin, game, { serviceId: '1001', quantity: 100_000 })
  const byHand = await makeItem(admin, await makeGame(admin))
  return { admin, reseller, apiClient: await openApiClient(reseller), byHand, bySupplier }
}

/** Crashes and restarts the receiver. It denies much of what it received, always including the first webhook. */
function crashNowAndThen(receiver: Receiver, dice: Dice) {
  const stopping = new AbortController()
  let [answered, crashes] = [0, 0]
  receiver.answer = async () => {
    if (++answered === 1) return { status: 500 }
    if (dice.isHit(0.02)) return null
    if (dice.isHit(0.3)) await sleep(dice.below(100))
    return { status: dice.isHit(0.4) ? 500 : 200 }
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(100 + dice.below(300))
      await receiver.stop()
      crashes++
      await sleep(100 + dice.below(300))
      await receiver.start()
    }
  }
  const ended = loop()
  return {
    async stop(): Promise<number> {
      stopping.abort()
      await ended
      receiver.answer = () => ({})
      return crashes
    },
  }
}

/** Buys a pack. Staff complete the orders no supplier delivers, and revise some of them. */
async function buy({ apiClient, admin, byHand, bySupplier }: ApiShop, dice: Dice): Promise<void> {
  await sleep(dice.below(THINKING_MS_MAX))
  const isByHand = dice.isHit(0.5)
  const options = {
    productId: (isByHand ? byHand : bySupplier)._id,
    playerId: PLAYERS[dice.pick(PLAYED)],
    reference: randomUUID(),
  }
  const { data: placed } = await untilAnswered(() => orderByApiClient(apiClient, options))
  if (!isByHand) return
  const ends = dice.pick([
    ['completed'],
    ['completed', 'refunded'],
    ['failed'],
    ['refunded'],
  ] as const)
  for (const status of ends) {
    const change = { id: placed._id, status, note: '', reference: '' }
    await untilAnswered(() => admin.call(editOrder, change))
  }
}

async function isAnythingOpen({ sql }: ChaosSetup): Promise<boolean> {
  const [row] = await sql<[{ open: boolean }]>`
    select exists (select from orders where status = 'processing')
      or exists (select from webhook_message where state = 'pending') as open`
  return row.open
}
