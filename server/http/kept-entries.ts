import type { Changes } from '#server/db/changes.ts'
import { isDatabaseAway } from '#server/db/db.ts'
import type { Entry } from './entry.ts'

/** Answers by their key, each made once until the content changes or its life ends. */
export type KeptEntries = {
  find(key: string): Entry | undefined
  /** However many ask at once, it is made once. */
  get(key: string, make: () => Promise<Entry>): Promise<Entry>
}

type Options = { max: number; isWorthKeeping: (entry: Entry, key: string) => boolean }

export function keepEntries(changes: Changes, { max, isWorthKeeping }: Options): KeptEntries {
  const kept = new Map<string, { entry: Entry; endsAt: number }>()
  const underway = new Map<string, Promise<Entry>>()
  changes.onChange(() => {
    kept.clear()
    underway.clear() // what was begun before goes to who asked before
  })

  async function makeAndKeep(key: string, make: () => Promise<Entry>): Promise<Entry> {
    const { version } = changes
    const madeAt = performance.now() // what it says may be as old as this
    const entry = await make().catch((error: unknown) => outlived(key, error))
    const hasRoom = kept.size < max || kept.has(key)
    if (version === changes.version && hasRoom && isWorthKeeping(entry, key))
      kept.set(key, { entry, endsAt: madeAt + entry.lifeSeconds * 1000 })
    return entry
  }

  /** While the database is away nothing changes: what has outlived its time is still right. */
  function outlived(key: string, error: unknown): Entry {
    const old = kept.get(key)
    if (old && isDatabaseAway(error)) return old.entry
    throw error
  }

  return {
    find(key) {
      const known = kept.get(key)
      if (!known) return undefined
      const { entry, endsAt } = known
      return endsAt === Number.POSITIVE_INFINITY || performance.now() < endsAt ? entry : undefined
    },
    get(key, make) {
      const known = underway.get(key)
      if (known) return known
      const made = makeAndKeep(key, make).finally(() => {
        if (underway.get(key) === made) underway.delete(key)
      })
      underway.set(key, made)
      return made
    },
  }
}
