import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { findApiOrder } from '#contract/resellers/reseller.ts'
import type { ApiEvent } from '#contract/resellers/webhooks.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { verify, type Receiver } from '#tests/support/resellers/webhooks.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { untilAnswered } from '#tests/chaos/until-answered.ts'

/** A webhook receiver and the secret it was given. */
export type Listener = { receiver: Receiver; secret: string }
type WebhookAudit = { listeners: Listener[]; apiClient: Person }

type EventRow = Pick<ApiEvent, 'id' | 'type' | 'version' | 'data'> & { subjectId: string }

/** Checks that each receiver was told of every change of every order. The versions must lead to its current status. */
export async function auditWebhooks({ sql }: ChaosSetup, { listeners, apiClient }: WebhookAudit) {
  const orders = await sql<{ id: string; status: string }[]>`select id, status from orders`
  const events = await sql<EventRow[]>`
    select id, type, version, data, subject_id from webhook_event where type <> 'ping'`
  const wrong = [
    ...listeners.flatMap((listener) => compareHeard(listener, events)),
    ...orders.flatMap(({ id, status }) => [
      ...compareEvents(id, status, events),
      ...listeners.flatMap((listener) => compareLast(listener, id, status)),
    ]),
  ]
  for (const { id } of orders) wrong.push(...(await compareRead(apiClient, id, events)))
  const received = listeners.reduce((sum, { receiver }) => sum + receiver.received.length, 0)
  const [{ tries }] = await sql<[{ tries: number }]>`select count(*) as tries from webhook_request`
  const repeated = tries - listeners.length * events.length
  return { orders: orders.length, events: events.length, received, repeated, wrong }
}

/** Every event arrived at least once, signed, and identical each time. */
function compareHeard({ receiver, secret }: Listener, events: EventRow[]): string[] {
  const heard = new Map<string, string>()
  const wrong: string[] = []
  for (const letter of receiver.received) {
    const { id } = verify(secret, letter)
    const before = heard.getOrInsert(id, letter.body)
    if (id !== letter.headers['webhook-id'] || before !== letter.body)
      wrong.push(`${id} differs between deliveries`)
  }
  const missing = events.filter(({ id }) => !heard.has(id))
  const strange = heard.size - (events.length - missing.length)
  if (strange > 0) wrong.push(`${strange} events that never happened`)
  return [...wrong, ...missing.map(({ id, type }) => `${type} ${id} never reached ${receiver.url}`)]
}

/** The first event says processing, and the newest says the current status of the order. */
function compareEvents(orderId: string, status: string, events: EventRow[]): string[] {
  const own = events.filter(({ subjectId }) => subjectId === orderId)
  const [first, last] = [newestOf(own, -1), newestOf(own)]
  if (first?.type !== 'order.processing') return [`${orderId} started with ${first?.type}`]
  return last?.type === `order.${status}`
    ? []
    : [`${orderId} is ${status}, but the last webhook was ${last?.type}`]
}

function compareLast({ receiver }: Listener, orderId: string, status: string): string[] {
  const own = receiver.received
    .map(({ event }) => event)
    .filter(({ data }) => data['_id'] === orderId)
  const known = newestOf(own)?.data['status']
  return known === status ? [] : [`${orderId} is ${status}, but the server knows ${String(known)}`]
}

/** The API returns the same order that the newest event carried. */
async function compareRead(apiClient: Person, id: string, events: EventRow[]): Promise<string[]> {
  const { data: order } = await untilAnswered(() => apiClient.call(findApiOrder, { id }))
  const sent = newestOf(events.filter(({ subjectId }) => subjectId === id))?.data
  const { version, ...read } = z.encode(findApiOrder.output, order)
  const { version: sentVersion, ...rest } = sent ?? {}
  const isSame = isDeepStrictEqual(rest, read) && version >= Number(sentVersion)
  return isSame
    ? []
    : [`${id} is ${JSON.stringify(read)}, but the webhook said ${JSON.stringify(rest)}`]
}

const newestOf = <One extends { version: number }>(all: One[], sign = 1): One | undefined =>
  all.toSorted((a, b) => sign * (b.version - a.version))[0]
