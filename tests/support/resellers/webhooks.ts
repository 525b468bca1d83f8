import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { FullDelivery } from '#contract/resellers/webhook-deliveries.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
} from '#contract/resellers/webhook-deliveries.ts'
import { createWebhook, getWebhookSecret, type ApiEvent } from '#contract/resellers/webhooks.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { arrivals } from '#server/platform/jobs/jobs.ts'
import { recordWebhookEvent } from '#server/resellers/webhooks/events.ts'
import type { Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

export type ReceivedWebhook = {
  headers: Record<string, string>
  body: string
  event: ApiEvent
  path: string
}

type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
/** Returns the reply, or null to never reply. */
type Answer = (webhook: ReceivedWebhook) => Reply | null | Promise<Reply | null>

export type Receiver = {
  url: string
  received: ReceivedWebhook[]
  /** The replies from now on. */
  answer: Answer
  stop(): Promise<void>
  /** Starts again at the same address. */
  start(): Promise<void>
}

export async function openReceiver(
  t: { after(close: () => Promise<void>): void },
  answer: Answer = () => ({}),
): Promise<Receiver> {
  let port = 0
  let server = createServer()
  const receiver: Receiver = { url: '', received: [], answer, start, stop }
  await start()
  receiver.url = `http://127.0.0.1:${port}/hooks`
  t.after(stop)
  return receiver

  async function start(): Promise<void> {
    server = createServer((request, response) => void take(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    server.closeAllConnections()
    server.close()
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const webhook = { headers, body, event: JSON.parse(body) as ApiEvent, path: request.url! }
    receiver.received.push(webhook)
    const reply = await receiver.answer(webhook)
    if (reply) response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? 'thanks')
  }
}

/**
 * Verifies a signature with the package of standardwebhooks.com, at the time in the headers. Throws if it doesn't
 * match.
 */
export function verify(secret: string, { headers, body }: ReceivedWebhook): ApiEvent {
  const now = Date.now
  Date.now = () => 1_000 * Number(headers['webhook-timestamp'])
  try {
    return new Webhook(secret).verify(body, headers) as ApiEvent
  } finally {
    Date.now = now
  }
}

type WebhookInput = Partial<Input<typeof createWebhook>>

/** Sets up a webhook, and returns its id and secret. */
export async function listen(
  reseller: Member,
  { url }: Pick<Receiver, 'url'>,
  input: WebhookInput = {},
): Promise<{ id: string; secret: string }> {
  const fields = { name: 'My shop', events: [], isTest: false, ...input, url }
  const { data, message } = await reseller.call(createWebhook, fields)
  assert.ok(data, message)
  const { data: shown } = await reseller.call(getWebhookSecret, { id: data._id })
  return { id: data._id, secret: shown.secret }
}

type Happened = Partial<Omit<Parameters<typeof recordWebhookEvent>[1], 'userId'>>

/** Records an event about an order of the reseller. */
export async function happen(
  { sql }: Pick<TestShop, 'sql'>,
  { id: userId }: Pick<Member, 'id'>,
  happened: Happened = {},
): Promise<{ subjectId: string }> {
  const event = {
    isTest: false,
    type: 'order.processing' as const,
    subjectId: crypto.randomUUID(),
    version: 1,
    data: { status: 'processing' },
    now: new Date(),
    ...happened,
  }
  await sql.begin((tx) => recordWebhookEvent(tx, { ...event, userId }))
  return event
}

/** Finds the newest delivery to a webhook. */
export async function findDelivery(reseller: Member, id: string): Promise<FullDelivery> {
  const first = { page: 1, limit: 1, search: '' }
  const { data } = await reseller.call(listWebhookDeliveries, { id, ...first })
  return (await reseller.call(getWebhookDelivery, { id: data.deliveries[0]!._id })).data
}

/** The shop's clock, which tests move from one try to the next. */
export type Clock = { now(): Date; wait(milliseconds: number): void }

export function openClock(shop: Pick<TestShop, 'wait'>): Clock {
  let waited = 0
  return {
    now: () => new Date(Date.now() + waited),
    wait(milliseconds) {
      waited += milliseconds
      shop.wait(milliseconds)
      arrivals.emit('job')
    },
  }
}

/** Waits until nothing is due or being sent by the shop's clock. Returns when the next try is due. */
export async function untilSent(
  { sql }: Pick<TestShop, 'sql'>,
  clock: Clock,
): Promise<Date | null> {
  let next: Date | null = null
  await until('all that is due is sent', async () => {
    const [row] = await sql<[{ busy: number; next: Date | null }]>`
      select count(*) filter (where duration_ms is null and attempts > 0 and leased_until > now()
          or at <= ${clock.now()}) as busy,
        min(at) as next
      from (
        select greatest(next_at, rest_until) as at, attempts, duration_ms, leased_until
        from webhook_message join webhook_endpoint on webhook_endpoint.id = endpoint_id
        left join webhook_request on message_id = webhook_message.id and number = attempts
        where state = 'pending' and is_enabled
      ) waiting`
    next = row.next
    return row.busy === 0
  })
  return next
}

/** Moves the clock to the next try and lets it happen. Returns false if there is none. */
export async function tryNext(shop: Pick<TestShop, 'sql'>, clock: Clock): Promise<boolean> {
  const next = await untilSent(shop, clock)
  if (!next) return false
  clock.wait(next.getTime() - clock.now().getTime() + 100)
  await untilSent(shop, clock)
  return true
}
