import type { Tx } from './db.ts'

/**
 * News of the shop's content: catalogue, banners, rate, settings. What is made from it and kept in
 * memory no longer counts when it changes, on every node.
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

export const CONTENT_CHANNEL = 'content'

/** In the transaction that changes content: this node knows as soon as it is so, the others at once. */
export async function tellChange({ changes }: { changes: Changes }, tx: Tx): Promise<void> {
  await tx`select pg_notify(${CONTENT_CHANNEL}, '')`
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
