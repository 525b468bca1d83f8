import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { readKnown } from '#tests/support/calls/known-values.ts'
import { fillWholeShop } from '#tests/support/shop/whole-shop.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { findChanged, fingerprint, untilIdle } from '#tests/chaos/audit/fingerprint.ts'
import { newTally, type Tally } from './hostile-tally.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { sendHostileBytes } from './send-hostile-bytes.ts'
import { sendHostileCalls, type Stage } from './send-hostile-calls.ts'
import { sendHostilePages } from './send-hostile-pages.ts'
import { sendHostileWebhooks } from './send-hostile-webhooks.ts'

/** How often each call, each way of breaking bytes, each page and each gateway is tried. */
export type Options = {
  seed: number
  refused: number
  calls: number
  bytes: number
  pages: number
  webhooks: number
}

export type HostileReport = Record<'refused' | 'calls' | 'bytes' | 'pages' | 'webhooks', Tally> & {
  endpoints: number
  /** Endpoints of which at least one call passed the checks. */
  passed: number
  tables: number
  wrong: string[]
  audit: string[]
}

/**
 * Sends spoiled input of every kind to a shop. Input that breaks the contract must be refused and change nothing. No
 * input may make the shop fail, hang, reveal internals or put a script into a page. The books must be right afterwards.
 */
export async function sendHostileInput(
  setup: ChaosSetup,
  options: Options,
): Promise<HostileReport> {
  const { sql, urls } = setup
  const { seed } = options
  const callers = await fillWholeShop({ ...setup, url: urls[0]! })
  const stage = (known: Stage['known']): Stage => ({
    setup,
    callers,
    known,
    tally: newTally(),
  })
  const known = await readKnown(sql)
  await untilIdle(sql)

  // The shop asks gateways about open payments every few seconds, which would change tables by itself.
  await sql`update payment set ask_at = now() + interval '1 day' where ask_at is not null`
  const refused = stage(known)
  const before = await fingerprint(sql)
  await sendHostileCalls(refused, { each: options.refused, seed, onlyRefused: true })
  const changed = findChanged(before, await fingerprint(sql)).filter((name) => !GOES_ON.has(name))
  if (changed.length > 0) refused.tally.wrong.push(`refused input has changed ${changed}`)

  const [calls, bytes, pages, webhooks] = [stage(known), stage(known), stage(known), stage(known)]
  await sendHostileWebhooks(webhooks, { each: options.webhooks, seed })
  await sendHostilePages(pages, { each: options.pages, seed })
  await sendHostileBytes(bytes, { each: options.bytes, seed })
  const passed = await sendHostileCalls(calls, { each: options.calls, seed, onlyRefused: false })
  await untilIdle(sql)
  return {
    endpoints: (await listEndpoints()).length,
    passed: passed.size,
    tables: before.size,
    refused: refused.tally,
    calls: calls.tally,
    bytes: bytes.tally,
    pages: pages.tally,
    webhooks: webhooks.tally,
    wrong: [refused, calls, bytes, pages, webhooks].flatMap(({ tally }) => tally.wrong),
    audit: await auditBooks(sql),
  }
}

/** Tables that background work may write at any time: data from suppliers, and notifications. */
const GOES_ON = new Set([
  'game_speed',
  'item_speed',
  'supplier_product',
  'supplier_currency',
  'alert',
  'webhook_event',
  'webhook_message',
  'webhook_request',
  'webhook_endpoint',
])
