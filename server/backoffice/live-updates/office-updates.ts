import { UpdateKind } from '#contract/backoffice/live-updates.ts'
import type { Logger } from 'pino'
import type { Sql } from '#server/platform/db/db.ts'
import { selectMarks, type Marks } from './sql.ts'

/** Live updates for everyone on this node who has the back office open. */
export type OfficeUpdates = {
  /**
   * Once this resolves, `run` gets every kind of change, at most once a second, until the returned function is called.
   */
  follow(run: (kinds: UpdateKind[]) => void): Promise<() => void>
}

const LOOK_MS = 1_000
const ALL = UpdateKind.options

/**
 * Polls once a second for all followers of this node, and not at all without followers. A mark can be visible before
 * its change is committed. Each change is therefore reported again with the next poll.
 */
export function createOfficeUpdates(sql: Sql, log: Logger): OfficeUpdates {
  const followers = new Set<(kinds: UpdateKind[]) => void>()
  let begun: Promise<void> | undefined // set while polling
  let seen: Marks | null = null
  let moved: UpdateKind[] = []

  async function look(): Promise<void> {
    const before = moved
    try {
      const marks = await selectMarks(sql)
      moved = ALL.filter((kind) => seen && seen[kind] !== marks[kind])
      seen = marks
    } catch (error) {
      log.warn(error, 'live updates cannot be read')
      moved = ALL // anything may have changed once the database is back
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
