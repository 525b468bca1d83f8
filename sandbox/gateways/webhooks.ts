import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '#sandbox/faults.ts'
import type { Deal } from './deals.ts'

/** A signed webhook. */
export type Message = { headers: Record<string, string>; body: string }

export const WEBHOOK_MODES = ['once', 'twice', 'never', 'late'] as const
export type WebhookMode = (typeof WEBHOOK_MODES)[number]

type SendOptions = { mode: WebhookMode; forge: ((message: Message) => Message) | undefined }

export type Webhooks = ReturnType<typeof createWebhooks>

const PATIENCE_MS = 5_000
const LATE_MS = 20_000
const RETRY_SECONDS = [1, 2, 5, 10, 20, 40] // then every minute
const RETRY_FOR_MS = 600_000

export function createWebhooks({ shopUrl, faults }: { shopUrl: string; faults: Faults }) {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal })

  /** True if the shop accepted the message. */
  async function post(gateway: string, { headers, body }: Message): Promise<boolean> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)])
    try {
      const url = `${shopUrl}/api/v1/webhook/${gateway}`
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'manual',
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  async function sendUntilTaken(gateway: string, message: Message): Promise<void> {
    const until = Date.now() + RETRY_FOR_MS
    for (let tries = 0; Date.now() < until; tries++) {
      await pause((RETRY_SECONDS[tries] ?? 60) * 1_000)
      if (await post(gateway, message)) return
    }
  }

  /** Tries each message once before the next. Messages that the shop did not accept are retried later. */
  async function deliver(
    deal: Deal,
    messages: Message[],
    { mode, forge }: SendOptions,
  ): Promise<void> {
    const strikes = (kind: Parameters<Faults['strike']>[1]) => faults.strike(deal.gateway, kind)
    const late = strikes('late-webhook')
    if (late || mode === 'late') await pause(late?.ms ?? LATE_MS)
    const alter = forge ?? ((message: Message) => forgeBody(deal, message))
    const ordered = strikes('out-of-order') ? messages.toReversed() : messages
    const signed = ordered.map((one) => (strikes('bad-signature') ? alter(one) : one))
    const times = (mode === 'twice' ? 2 : 1) + (strikes('duplicate-webhook') ? 2 : 0)
    for (const message of signed)
      for (let sent = 0; sent < times; sent++)
        if (!(await post(deal.gateway, message)))
          void sendUntilTaken(deal.gateway, message).catch(() => {})
  }

  return {
    async send(deal: Deal, messages: Message[], how: SendOptions): Promise<void> {
      if (how.mode === 'never') return
      await deliver(deal, messages, how).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
    },
    stop: () => stopping.abort(),
  }
}

/** Alters the numbers but not the references, and keeps the old signature. */
function forgeBody(deal: Deal, { headers, body }: Message): Message {
  const references = [deal, ...deal.repayments].map(({ reference }) => reference)
  const numbers = new RegExp(`${references.map(RegExp.escape).join('|')}|[1-9]`, 'g')
  return { headers, body: body.replace(numbers, otherNumber) }
}

const otherNumber = (found: string) => (found.length > 1 ? found : String((Number(found) % 9) + 1))
