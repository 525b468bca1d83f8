import { NewsKind } from '#contract/office.ts'
import type { Logger } from 'pino'
import type { Sql } from '#server/platform/db/db.ts'
import { selectMarks, type Marks } from './sql.ts'

/** Of what kinds there is news, for everybody of this node who has the back office open. */
export type OfficeNews = {
  /** From when it answers, `run` hears of all there is, at most once a second, until it is told to stop. */
  follow(run: (kinds: NewsKind[]) => void): Promise<() => void>
}

const LOOK_MS = 1_000
const ALL = NewsKind.options

/**
 * One look a second for all who follow on this node, and none while nobody does. A mark may be seen before what it stands
 * for is committed, so what has moved is told once more with the next look.
 */
export function createOfficeNews(sql: Sql, log: Logger): OfficeNews {
  const followers = new Set<(kinds: NewsKind[]) => void>()
  let begun: Promise<void> | undefined // while somebody looks
  let seen: Marks | null = null
  let moved: NewsKind[] = []

  async function look(): Promise<void> {
    const before = moved
    try {
      const marks = await selectMarks(sql)
      moved = ALL.filter((kind) => seen && seen[kind] !== marks[kind])
      seen = marks
    } catch (error) {
      log.warn(error, 'news for the back office cannot be looked at')
      moved = ALL // once the database is back, anything may have happened
    }
    const news = ALL.filter((kind) => moved.includes(kind) || before.includes(kind))
    if (news.length > 0) for (const run of followers) run(news)
    setTimeout(goOn, LOOK_MS)
  }

  function goOn(): void {
    if (followers.size > 0) return void look()
    begun = undefined
    seen = null
    moved = []
  }

  return {
    async follow(run) {
      followers.add(run)
      await (begun ??= look())
      return () => void followers.delete(run)
    },
  }
}
