import type { Tx } from './db.ts'

/** Notifies followers of single things, such as one order. */
export type LiveUpdates = {
  /**
   * Calls `run` when the subject changes, and when notifications may have been lost. Returns a function that stops it.
   */
  follow(subject: string, run: () => void): () => void
  /** Without a subject, any subject may have changed. */
  hear(subject?: string): void
}

export function createLiveUpdates(): LiveUpdates {
  const followers = new Map<string, Set<() => void>>()
  return {
    follow(subject, run) {
      const own = followers.get(subject) ?? new Set()
      followers.set(subject, own.add(run))
      return () => {
        own.delete(run)
        if (own.size === 0) followers.delete(subject)
      }
    },
    hear(subject) {
      const heard = subject === undefined ? [...followers.values()] : [followers.get(subject)]
      for (const own of heard) for (const run of own ?? []) run()
    },
  }
}

export const LIVE_UPDATES_CHANNEL = 'news'

/** Notifies followers on all nodes when the transaction commits. */
export const tellFollowers = (tx: Tx, subject: string) =>
  tx`select pg_notify(${LIVE_UPDATES_CHANNEL}, ${subject})`
