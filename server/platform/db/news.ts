import type { Tx } from './db.ts'

/** What happens to single things, such as one order, for those who follow them at this moment. */
export type News = {
  /** Runs at each news of a subject, and whenever some may have been missed, until it is told to stop. */
  follow(subject: string, run: () => void): () => void
  /** Without a subject: anything may have happened. */
  hear(subject?: string): void
}

export function createNews(): News {
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

export const NEWS_CHANNEL = 'news'

/** In the transaction that makes the news: whoever follows it, on whichever node, hears when it is so. */
export const tellNews = (tx: Tx, subject: string) =>
  tx`select pg_notify(${NEWS_CHANNEL}, ${subject})`
