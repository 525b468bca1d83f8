import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosSetup } from './nodes.ts'

/** Moves due times into the past, because the clock of a running process cannot be moved. */
export async function pass({ sql }: ChaosSetup, minutes: number): Promise<void> {
  const earlier = sql`make_interval(secs => ${minutes * 60})`
  await sql`update payment set ask_at = ask_at - ${earlier}, expires_at = expires_at - ${earlier}`
  await sql`update orders set expires_at = expires_at - ${earlier} where status = 'pending'`
  await sql`
    update dispatch set trace_at = trace_at - ${earlier}, first_sent_at = first_sent_at - ${earlier},
      sent_at = sent_at - ${earlier}, lost_at = lost_at - ${earlier}
    where ended_at is null`
  await sql`update webhook_message set next_at = next_at - ${earlier} where next_at is not null`
  await sql`update webhook_endpoint set rest_until = rest_until - ${earlier}`
  await sql`update supplier_health set open_until = open_until - ${earlier}`
  await sql`update job set run_at = run_at - ${earlier} where leased_by is null`
  await sql`update schedule set next_at = next_at - ${earlier}`
}

const PATIENCE_MS = 120_000
const LOOK_MS = 50

type Left = {
  jobs: number
  payments: number
  dispatches: number
  webhooks: number
  schedules: number
}

/**
 * Waits until no work is due. The leases of a killed node expire after half a minute. The amount of work must keep
 * falling.
 */
export async function settleDown({ sql }: ChaosSetup): Promise<void> {
  let least = Infinity
  let left: Left
  for (let until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(LOOK_MS)) {
    ;[left] = await sql<[Left]>`
      select (select count(*) from job where leased_until > now() or (run_at <= now() and attempts < attempts_max)) as jobs,
        (select count(*) from payment where ask_at <= now()) as payments,
        (select count(*) from dispatch where trace_at <= now()) as dispatches,
        (select count(*) from webhook_message join webhook_endpoint on webhook_endpoint.id = endpoint_id
          where greatest(next_at, rest_until) <= now() and is_enabled and state = 'pending') as webhooks,
        (select count(*) from schedule where next_at <= now()) as schedules`
    const sum = left.jobs + left.payments + left.dispatches + left.webhooks + left.schedules
    if (sum === 0) return
    if (sum < least) until = Date.now() + PATIENCE_MS
    least = Math.min(least, sum)
  }
  throw new Error(`The shop does not become idle: ${JSON.stringify(left!)}`)
}
