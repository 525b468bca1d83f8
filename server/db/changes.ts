import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Tx } from './db.ts'

/**
 * News of the shop's content: catalogue, banners, rate, settings. What is made from it and kept in
 * memory is thrown away when it changes, on every node.
 */
export type Changes = {
  /** Grows with every change; what was begun under an older one must not be kept. */
  readonly version: number
  onChange(run: () => void): void
  /** Something has changed. */
  tell(): void
}

export function createChanges(): Changes {
  const listeners: (() => void)[] = []
  let version = 0
  return {
    get version() {
      return version
    },
    onChange: (run) => void listeners.push(run),
    tell() {
      version++
      for (const run of listeners) run()
    },
  }
}

const CHANNEL = 'content'

/** In the transaction that changes content: this node knows as soon as it is so, the others at once. */
export async function tellChange({ changes }: { changes: Changes }, tx: Tx): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, '')`
  tx.afterCommit(() => changes.tell())
}

/** A value made from the content, made anew when it is asked for after a change. */
export function keepUntilChange<T>(changes: Changes, make: () => Promise<T>): () => Promise<T> {
  let kept: { version: number; value: Promise<T> } | undefined
  return () => {
    if (kept?.version === changes.version) return kept.value
    const fresh = { version: changes.version, value: make() }
    fresh.value.catch(() => {
      if (kept === fresh) kept = undefined
    })
    kept = fresh
    return fresh.value
  }
}

const RETRY_WAIT_MS = 250
const BEAT_MS = 1_000
const SILENCE_MS = 1_000

/**
 * Hears of changes that other nodes made. While the database is away nothing changes, and what is
 * kept goes on being shown; once it is back, everything is taken for changed.
 */
export async function listenForChanges(
  url: string,
  changes: Changes,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let client = await connect(url, changes)
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
      log.warn(lost, 'news of changes cannot be heard')
      void hangUp(client)
      await reconnect()
    }
  }

  async function reconnect(): Promise<void> {
    while (!signal.aborted) {
      try {
        client = await connect(url, changes)
        changes.tell() // whatever happened meanwhile was not heard
        return
      } catch {
        await sleep(RETRY_WAIT_MS, null, { signal }).catch(() => {})
      }
    }
  }
}

async function connect(url: string, changes: Changes): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'gemstall changes',
    connectionTimeoutMillis: SILENCE_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
  })
  client.on('error', () => {}) // its end is noticed below
  client.on('notification', () => changes.tell())
  await client.connect()
  await client.query(`listen ${CHANNEL}`)
  return client
}

/** A server that is gone does not say goodbye. */
const hangUp = (client: Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => {}), sleep(SILENCE_MS, null, { ref: false })])

/** A connection that ends says so at once; one that falls silent is found out by asking. */
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
      await client.query('select 1')
    } catch (error) {
      return error as Error
    }
  }
  return null
}
