import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '#server/platform/db/changes.ts'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import type { Entry } from './entry.ts'

/** Caches answers by key until the content changes or their lifetime ends. */
export type EntryCache = {
  find(key: string): Entry | undefined
  /** Makes an entry once for all concurrent callers. While the database is away, returns the previous entry. */
  get(key: string, make: () => Promise<Entry>): Promise<Entry>
}

type Options = { max: number; isWorthKeeping: (entry: Entry, key: string) => boolean }
type CachedEntry = { entry: Entry; version: number; endsAt: number }

const PATIENCE_MS = 3_000 // wait for a slow database before an old entry is returned
const OLD_LIFE_MS = 1_000 // time until the database is tried again

export function createEntryCache(changes: Changes, { max, isWorthKeeping }: Options): EntryCache {
  const cached = new Map<string, CachedEntry>()
  const underway = new Map<string, Promise<Entry>>()
  let tidied = changes.version
  changes.onChange(() => underway.clear()) // entries begun before the change go only to earlier callers

  const isOf = ({ version }: CachedEntry) => version === changes.version

  function store(key: string, { entry, version, endsAt }: CachedEntry): void {
    if (!isWorthKeeping(entry, key) || version < (cached.get(key)?.version ?? 0)) return
    if (cached.size >= max && tidied !== changes.version) dropOld()
    if (cached.size < max || cached.has(key)) cached.set(key, { entry, version, endsAt })
  }

  function dropOld(): void {
    for (const [key, one] of cached) if (!isOf(one)) cached.delete(key)
    tidied = changes.version
  }

  async function makeAndStore(key: string, make: () => Promise<Entry>): Promise<Entry> {
    const { version } = changes
    const madeAt = performance.now() // its data may be as old as this
    try {
      const entry = await make()
      store(key, { entry, version, endsAt: madeAt + entry.lifeSeconds * 1000 })
      return entry
    } catch (error) {
      const old = cached.get(key)
      if (!old || !isDatabaseAway(error)) throw error
      store(key, { entry: old.entry, version, endsAt: performance.now() + OLD_LIFE_MS })
      return old.entry
    }
  }

  function begin(key: string, make: () => Promise<Entry>): Promise<Entry> {
    const made = makeAndStore(key, make).finally(() => {
      if (underway.get(key) === made) underway.delete(key)
    })
    underway.set(key, made)
    return made
  }

  return {
    find(key) {
      const known = cached.get(key)
      return known && isOf(known) && performance.now() < known.endsAt ? known.entry : undefined
    },
    get(key, make) {
      const made = underway.get(key) ?? begin(key, make)
      const old = cached.get(key)?.entry
      return old ? Promise.race([made, sleep(PATIENCE_MS, old, { ref: false })]) : made
    },
  }
}
