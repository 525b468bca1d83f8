import { z } from 'zod'
import { DEFAULT_RULES, TaxRules } from '#contract/accounting/tax-rules.ts'
import { createDice } from '#tests/chaos/dice.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { JobName } from '#server/platform/jobs/payloads.ts'
import { listEndpoints } from './endpoints.ts'
import { plainFile } from '#tests/support/catalogue/images.ts'
import { knownFor, readKnown, type KnownIds } from './known-values.ts'
import { sendSent, toSent } from './send-fields.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { A_FILE, eachInput, type Fields } from './valid-input.ts'
import { until } from '#tests/support/shop/wait.ts'
import { renewCallers, type Callers } from '#tests/support/shop/whole-shop.ts'

type Driven = { name: string; status: number; code: string }

const SEED = 8
const AT_ONCE = 4
const ALL_JOBS_MS = 120_000 // each of their statements is explained, on tables with many rows

/** Order of the calls: reads first, then writes, deletions last. */
const ORDER = ['GET', 'POST', 'PUT', 'DELETE']

/**
 * Makes every call with each of its inputs, as a caller who may make it. Calls run one after another, except that GETs
 * run a few at once. Reports every answer.
 */
export async function driveCalls(
  shop: TestShop,
  { callers, known: own }: { callers: Callers; known: KnownIds },
  tell: (driven: Driven) => void,
): Promise<void> {
  const file = await plainFile()
  const known = knownFor(own)
  const calls = (await listEndpoints()).toSorted(([, a], [, b]) => rankOf(a) - rankOf(b))
  for (const [name, endpoint] of calls) {
    const dice = createDice(SEED) // one per call, so that a new call doesn't change the input of others
    let isShut = false
    const lanes = endpoint.method === 'GET' ? AT_ONCE : 1
    const send = async () => {
      const inputs = [...eachInput(endpoint, { below: dice.below, known }), ...byHand(name, own)]
      const left = inputs.values()
      const work = async () => {
        for (const fields of left) {
          const by = dice.pick(callers[endpoint.access])
          const { status, text } = await sendSent(by, toSent(endpoint, fields, file))
          const [, code = ''] = /^\{"success":false,"code":"(\w+)"/.exec(text) ?? []
          isShut ||= SHUT.has(code)
          tell({ name, status, code })
        }
      }
      await Promise.all(Array.from({ length: lanes }, work))
    }
    await send()
    if (!isShut) continue
    await renewCallers(shop, callers)
    await send()
    await renewCallers(shop, callers)
  }
}

/** Inputs whose fields depend on each other. */
function byHand(name: string, known: KnownIds): Fields[] {
  const [gameSlug] = known['game.slug']!
  const rule = {
    gameSlug,
    kind: 'percent',
    margin: 10,
    resellerMargin: 5,
    roundTo: 1,
    changeMax: 50,
  }
  const input = { gameSlug, productIds: ['1001'], pricing: 'markup', markup: 10, roundTo: 1 }
  const inputs: Record<string, Fields> = {
    setRate: { USD: 0.0123 },
    putPriceRule: { ...rule, roundMinus: 0 },
    importProducts: input,
    previewImport: input,
    beginAsGuest: { phone: '9876543210' },
    reclaimPrize: { period: '2025-01', rank: 1, reason: 'Refunded orders' },
    previewPriceRule: {
      gameSlug,
      kind: 'percent',
      margin: '20',
      roundTo: '1',
      roundMinus: '0',
      changeMax: '10',
    },
    editTaxRules: z.encode(TaxRules, DEFAULT_RULES),
    editBanner: { id: known['banner.id']![0], bannerTitle: 'Sale', image: A_FILE },
  }
  return inputs[name] ? [inputs[name]] : []
}

const rankOf = ({ method }: Endpoint) => ORDER.indexOf(method)
const SHUT = new Set(['NOT_SIGNED_IN', 'ACCESS_DENIED', 'API_KEY_UNKNOWN', 'WEBSITE_CLOSED'])

/** Runs every job once, on existing rows. Returns the jobs that failed. */
export async function driveJobs({ sql }: TestShop, names: JobName[]): Promise<string[]> {
  const [mailed] = await sql<[{ id: string }]>`
    select id from challenge where position('@' in recipient) > 0 limit 1` // a mail to a phone number would fail
  const known = { ...(await readKnown(sql)), 'challenge.id': [mailed.id] }
  const [winner] = await sql<
    { period: string; rank: number }[]
  >`select period, rank from winner limit 1`
  await sql`delete from job`
  for (const name of names) {
    const payload = payloadOf(name, known, winner ?? { period: '2025-01', rank: 1 })
    await sql`
      insert into job (id, name, payload, key, run_at, attempts_max)
      values (gen_random_uuid(), ${name}, ${sql.json(payload)}, ${`driven ${name}`}, '2020-01-01', 12)`
  }
  const left = () => sql<{ name: string; lastError: string | null }[]>`
    select name, last_error from job where key like 'driven %'`
  const hadTurn = async () => (await left()).every(({ lastError }) => lastError !== null)
  await until('every job has had its turn', hadTurn, ALL_JOBS_MS)
  return (await left()).map(({ name, lastError }) => `${name}: ${lastError}`)
}

/** Maps payload fields to the columns that hold their values. */
const MEANT: Record<string, string> = {
  challengeId: 'challenge.id',
  undoId: 'address_undo.id',
  requestId: 'parent_request.id',
  answerId: 'dispute_answer.id',
  orderId: 'orders.id',
  userId: 'users.id',
  announcementId: 'announcement.id',
  paymentId: 'payment.id',
  gatewayEventId: 'gateway_event.id',
  captureId: 'capture.id',
  payoutId: 'payout.id',
  dispatchId: 'dispatch.id',
  alertId: 'alert.id',
  invitationId: 'invitation.id',
  taskId: 'task.id',
  bulkId: 'bulk.id',
  adjustmentId: 'adjustment.id',
  disputeId: 'dispute.id',
  endpointId: 'webhook_endpoint.id',
  gameId: 'game.id',
  number: 'document.number',
}

const MORE: Partial<Record<JobName, object>> = {
  'send-notice': { notice: 'welcome', to: 'asha@example.com', fullName: 'Asha Rao' },
  'send-undo-link': { changed: 'email' },
  'send-order-mail': { news: 'paid' },
  'list-disputes': { gateway: 'razorpay' },
  'ask-dispute': { gateway: 'razorpay', hints: 0 },
  'send-dispute-mail': { news: 'held' },
  'work-task': { turn: 1 },
  'tell-reclaimed': { amount: 100, reason: 'Refunded orders' },
  'move-test-order': { to: 'completed' },
  'send-webhook-mail': { news: 'failing' },
}

function payloadOf(name: JobName, known: KnownIds, winner: object): object {
  const ids = Object.entries(MEANT).map(([field, column]) => [field, known[column]?.[0]])
  const moved = name === 'move-test-order' ? { orderId: known['test_order.id']?.[0] } : {}
  const won = name === 'tell-winner' || name === 'tell-reclaimed' ? winner : {}
  return { ...Object.fromEntries(ids), source: 'unipin', ...moved, ...won, ...MORE[name] }
}
