import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { toBlockList } from '#server/platform/public-network/addresses.ts'
import { toBody } from '#server/resellers/webhooks/events.ts'
import { post, type Outcome } from './post.ts'
import { recordOutcome } from './record-outcome.ts'
import * as rows from './sending-sql.ts'
import { openSecrets } from '#server/resellers/webhooks/secrets.ts'
import { signedHeaders } from '#server/resellers/webhooks/sign.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'keys' | 'config'>

const AT_ONCE = 4 // per endpoint
const RUN_MS = 10_000 // then another endpoint gets its turn
const LOOK_MS = 500
const LEASE_SECONDS = 30
const AGAIN_MS = 30_000 // a try whose outcome was never recorded is sent again after this
const HOUR_MS = 60 * 60 * 1000
const USER_AGENT = 'Gemstall-Webhooks/1'

/** Enqueues jobs for all due endpoints, every few seconds. It catches endpoints whose job was lost. */
export async function lookAtWebhooks({ sql, now }: Pick<Deps, 'sql' | 'now'>): Promise<void> {
  const runAt = now()
  const hour = Math.floor(runAt.getTime() / HOUR_MS) // a job that gave up blocks new ones until the hour ends
  const due = await rows.selectDueEndpoints(sql, runAt)
  for (const endpointId of due) {
    const key = `webhooks ${endpointId} ${hour}`
    await sql.begin((tx) => enqueue(tx, 'send-webhooks', { endpointId }, { key, runAt }))
  }
}

/**
 * Sends the due deliveries of one endpoint, several at once and for a limited time. Only one job per endpoint runs
 * across all nodes. A slow endpoint thus occupies one worker slot, however much is due there.
 */
export async function sendWebhooks(
  ctx: Deps,
  { endpointId }: JobPayload<'send-webhooks'>,
): Promise<void> {
  const { sql, now } = ctx
  const claim = { id: endpointId, leaseSeconds: LEASE_SECONDS, now: now() }
  const endpoint = await rows.claimEndpoint(sql, claim)
  if (!endpoint) return
  try {
    await sendDue(ctx, endpoint)
  } finally {
    if (await rows.releaseEndpoint(sql, endpointId, now()))
      await sql.begin((tx) => enqueue(tx, 'send-webhooks', { endpointId }, { runAt: now() }))
  }
}

/** Sends until nothing is due, a try fails or the time is up. Started tries still finish. */
async function sendDue(ctx: Deps, endpoint: rows.Claimed): Promise<void> {
  const end = performance.now() + RUN_MS
  const inHand = new Set<Promise<void>>()
  let isWell = true
  const sendOne = async (taken: rows.TakenDelivery) => {
    isWell = (await sendTaken(ctx, { endpoint, taken })) && isWell
  }
  for (;;) {
    const max = isWell && performance.now() < end ? AT_ONCE - inHand.size : 0
    const due = { endpointId: endpoint.id, max, ...moments(ctx) }
    for (const taken of max > 0 ? await rows.takeDue(ctx.sql, due) : []) {
      const work = sendOne(taken).finally(() => inHand.delete(work))
      inHand.add(work)
    }
    if (inHand.size === 0) return
    // New deliveries don't wait for the slowest one.
    await Promise.race([...inHand, sleep(LOOK_MS, null, { ref: false })])
  }
}

type Send = { endpoint: rows.Claimed; taken: rows.TakenDelivery; timeoutSeconds?: number }

/** Sends a delivery that is already marked as taken, and records the outcome. Returns whether it was accepted. */
export async function sendTaken(ctx: Deps, one: Send): Promise<boolean> {
  const startedAt = performance.now()
  const outcome = await send(ctx, one)
  const durationMs = Math.round(performance.now() - startedAt)
  const { endpoint, taken } = one
  await recordOutcome(ctx, { endpointId: endpoint.id, taken, outcome, durationMs })
  return outcome.error === null
}

async function send(
  { keys, now, log, config }: Deps,
  { endpoint, taken, ...patience }: Send,
): Promise<Outcome> {
  const { id, url } = endpoint
  const at = now()
  const body = toBody(taken)
  const secrets = openSecrets(keys, endpoint, at)
  if (secrets.length === 0) {
    log.error({ webhookId: id }, 'webhook secret cannot be opened with any known secret')
    return {
      status: null,
      answer: '',
      error: 'Its secret is lost. Create a new one',
      retryAfter: null,
    }
  }
  const headers = {
    ...signedHeaders(secrets, { id: taken.id, at, body }),
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
  }
  const allowed = toBlockList(config.webhookPrivateAllowed)
  return post(url, { ...patience, body, headers, allowed })
}

/**
 * Returns the current time and the retry time. The retry is written before sending, in case no outcome is ever
 * recorded.
 */
export function moments({ now }: Pick<Deps, 'now'>): { now: Date; again: Date } {
  const moment = now()
  return { now: moment, again: new Date(moment.getTime() + AGAIN_MS) }
}
