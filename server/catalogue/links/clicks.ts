import type { Logger } from 'pino'
import { GotoSlug } from '#contract/goto-links.ts'
import { keepUntilChange, type Changes } from '#server/platform/db/changes.ts'
import type { Sql } from '#server/platform/db/db.ts'
import * as rows from './sql.ts'

/** Short links in memory, and the clicks that this node has counted since it last wrote them down. */
export type GotoLinks = {
  /**
   * Where a link leads, counted as a click. Null where there is none. People may type capitals.
   * While the database is away, a link leads where it last led.
   */
  follow(typed: string): Promise<string | null>
  /** Writes the clicks down. What cannot be written is kept for the next time. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 5_000 // a node that is killed loses the clicks of so long

export function createGotoLinks(sql: Sql, changes: Changes, log: Logger): GotoLinks {
  let lastRead: Map<string, rows.Target> | undefined
  const readLinks = keepUntilChange(changes, async () => {
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
  let clicks = new Map<string, number>() // by the link's id: no more entries than there are links
  const add = (id: string, count: number) => void clicks.set(id, (clicks.get(id) ?? 0) + count)

  async function flush(): Promise<void> {
    if (clicks.size === 0) return
    const counted = [...clicks]
    clicks = new Map()
    await rows.addClicks(sql, counted).catch((error: unknown) => {
      for (const [id, count] of counted) add(id, count)
      log.warn({ err: error }, 'clicks on short links cannot be written')
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
