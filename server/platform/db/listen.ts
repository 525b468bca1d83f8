import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryConfig } from 'pg'
import type { Logger } from 'pino'

const RETRY_WAIT_MS = 250
const BEAT_MS = 1_000
const SILENCE_MS = 1_000
const CONNECT_MS = 10_000 // longer, because the start of the shop has no retry

/** Name of each node's listening connection. Other nodes read the text behind the name. */
export const LISTENER = 'gemstall changes'

/** Listeners by channel. A call without an argument means that notifications may have been lost. */
export type Listeners = Record<string, (told?: string) => void>

/**
 * Receives notifications from all nodes on one connection. While the database is away, cached content stays in use.
 * After a reconnect, all of it counts as changed.
 */
export async function listen(
  url: string,
  listeners: Listeners,
  log: Logger,
  name = LISTENER,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let client = await connect(url, listeners, name)
  const running = watch()
  return {
    async stop() {
      stopping.abort()
      await running
      await hangUp(client)
    },
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const lost = await waitForLoss(client, signal)
      if (signal.aborted) return
      log.warn(lost, 'connection for change notifications broken')
      void hangUp(client)
      await reconnect()
    }
  }

  async function reconnect(): Promise<void> {
    while (!signal.aborted) {
      try {
        client = await connect(url, listeners, name)
        for (const listener of Object.values(listeners)) listener() // notifications sent meanwhile are lost
        return
      } catch {
        await sleep(RETRY_WAIT_MS, null, { signal }).catch(() => {})
      }
    }
  }
}

async function connect(url: string, listeners: Listeners, name: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
  })
  client.on('error', () => {}) // waitForLoss handles the end of the connection
  client.on('notification', ({ channel, payload }) => listeners[channel]?.(payload))
  await client.connect()
  for (const channel of Object.keys(listeners)) await client.query(`listen ${channel}`)
  return client
}

/** Closes the connection without waiting long, because a dead server never answers. */
const hangUp = (client: Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => {}), sleep(SILENCE_MS, null, { ref: false })])

/** Resolves with an error when the connection is lost. A regular query detects a server that no longer answers. */
async function waitForLoss(client: Client, signal: AbortSignal): Promise<Error | null> {
  const ended = new Promise<Error>((resolve) =>
    client.once('end', () => resolve(new Error('The connection has ended'))),
  )
  while (!signal.aborted) {
    const beat = sleep(BEAT_MS, null, { signal }).catch(() => null)
    const lost = await Promise.race([ended, beat])
    if (lost) return lost
    if (signal.aborted) break
    try {
      await client.query({ text: 'select 1', query_timeout: SILENCE_MS } as QueryConfig)
    } catch (error) {
      return error as Error
    }
  }
  return null
}
