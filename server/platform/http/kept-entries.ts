import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '#server/platform/db/changes.ts'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import type { Entry } from './entry.ts'

/** Caches answers by key until the content changes or their lifetime ends. */
export type KeptEntries = {
  find(key: string): Entry | undefined
  /** Makes an entry once for all concurrent callers. While the database is away, returns the previous entry. */
  get(key: string, make: () => Promise<Entry>): Promise<Entry>
}

type Options = { max: number; isWorthKeeping: (entry: Entry, key: string) => boolean }
type Kept = { entry: Entry; version: number; endsAt: number }

const PATIENCE_MS = 3_000 // wait for a slow database before an old entry is returned
const OLD_LIFE_MS = 1_000 // time until the database is tried again

export function keepEntries(changes: Changes, { max, isWorthKeeping }: Options): KeptEntries {
  const kept = new Map<string, Kept>()
  const underway = new Map<string, Promise<Entry>>()
  let tidied = changes.version
  changes.onChange(() => underway.clear()) // entries begun before the change go only to earlier callers

  const isOf = ({ version }: Kept) => version === changes.version

  function keep(key: string, { entry, version, endsAt }: Kept): void {
    if (!isWorthKeeping(entry, key) || version < (kept.get(key)?.version ?? 0)) return
    if (kept.size >= max && tidied !== changes.version) dropOld()
    if (kept.size < max || kept.has(key)) kept.set(key, { entry, version, endsAt })
  }

  function dropOld(): void {
    for (const [key, one] of kept) if (!isOf(one)) kept.delete(key)
    tidied = changes.version
  }

  async function makeAndKeep(key: string, make: () => Promise<Entry>): Promise<Entry> {
    const { version } = changes
    const madeAt = performance.now() // its data may be as old as this
    try {
      const entry = await make()
      keep(key, { entry, version, endsAt: madeAt + entry.lifeSeconds * 1000 })
      return entry
    } catch (error) {
      const old = kept.get(key)
      if (!old || !isDatabaseAway(error)) throw error
      keep(key, { entry: old.entry, version, endsAt: performance.now() + OLD_LIFE_MS })
      return old.entry
    }
  }

  function begin(key: string, make: () => Promise<Entry>): Promise<Entry> {
    const made = makeAndKeep(key, make).finally(() => {
      if (underway.get(key) === made) underway.delete(key)
    })
    underway.set(key, made)
    return made
  }

  return {
    find(key) {
      const known = kept.get(key)
      return known && isOf(known) && performance.now() < known.endsAt ? known.entry : undefined
    },
    get(key, make) {
      const made = underway.get(key) ?? begin(key, make)
      const old = kept.get(key)?.entry
      return old ? Promise.race([made, sleep(PATIENCE_MS, old, { ref: false })]) : made
    },
  }
}
