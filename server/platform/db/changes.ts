import type { Tx } from './db.ts'

/**
 * Tells that the shop's content has changed: catalogue, banners, rate or settings. Every node then stops using what it
 * has cached from the old content.
 */
export type Changes = {
  /** Grows with every change. A result computed under an older version must not be cached. */
  readonly version: number
  onChange(run: () => void): void
  /** Reports a change of the content. */
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

export const CONTENT_CHANNEL = 'content'

/** Reports a change of content. This node learns of it when the transaction commits, the others by a notification. */
export async function tellChange({ changes }: { changes: Changes }, tx: Tx): Promise<void> {
  await tx`select pg_notify(${CONTENT_CHANNEL}, '')`
  tx.afterCommit(() => changes.tell())
}

/** Caches a value made from the content. After a change, the next caller has it made again. */
export function cacheUntilChange<T>(changes: Changes, make: () => Promise<T>): () => Promise<T> {
  let cached: { version: number; value: Promise<T> } | undefined
  return () => {
    if (cached?.version === changes.version) return cached.value
    const fresh = { version: changes.version, value: make() }
    fresh.value.catch(() => {
      if (cached === fresh) cached = undefined
    })
    cached = fresh
    return fresh.value
  }
}
