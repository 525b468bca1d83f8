import type { Logger } from 'pino'
import { GotoSlug } from '#contract/catalogue/goto-links.ts'
import { cacheUntilChange, type Changes } from '#server/platform/db/changes.ts'
import type { Sql } from '#server/platform/db/db.ts'
import * as rows from './sql.ts'

/** Keeps short links in memory, and counts clicks until the next write. */
export type GotoLinks = {
  /**
   * Returns a link's target and counts a click. Null if there is no such link. Ignores case. While the database is
   * down, it uses the last targets it read.
   */
  follow(typed: string): Promise<string | null>
  /** Writes the counted clicks. A failed write is retried at the next flush. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 5_000 // a killed node loses at most this much

export function createGotoLinks(sql: Sql, changes: Changes, log: Logger): GotoLinks {
  let lastRead: Map<string, rows.Target> | undefined
  const readLinks = cacheUntilChange(changes, async () => {
    const all = await rows.selectTargets(sql)
    return (lastRead = new Map(all.map(({ slug, ...target }) => [slug, target])))
  })
  async function findLink(slug: string): Promise<rows.Target | undefined> {
    const links = await readLinks().catch((error: unknown) => {
      if (!lastRead) throw error
      return lastRead
    })
    return links.get(slug)
  }
  let clicks = new Map<string, number>() // by link id, so never more entries than links
  const add = (id: string, count: number) => void clicks.set(id, (clicks.get(id) ?? 0) + count)

  async function flush(): Promise<void> {
    if (clicks.size === 0) return
    const counted = [...clicks]
    clicks = new Map()
    await rows.addClicks(sql, counted).catch((error: unknown) => {
      for (const [id, count] of counted) add(id, count)
      log.warn({ err: error }, 'clicks on short links not saved')
    })
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  return {
    async follow(typed) {
      const { data: slug } = GotoSlug.safeParse(typed.toLowerCase())
      const link = slug === undefined ? undefined : await findLink(slug)
      if (link) add(link.id, 1)
      return link?.url ?? null
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
