import type { Changes } from '#server/db/changes.ts'
import type { Entry } from './entry.ts'

/** Answers by their key, each made once until the content changes. */
export type KeptEntries = {
  find(key: string): Entry | undefined
  /** However many ask at once, it is made once. */
  get(key: string, make: () => Promise<Entry>): Promise<Entry>
}

type Options = { max: number; isWorthKeeping: (entry: Entry, key: string) => boolean }

export function keepEntries(changes: Changes, { max, isWorthKeeping }: Options): KeptEntries {
  const kept = new Map<string, Entry>()
  const underway = new Map<string, Promise<Entry>>()
  changes.onChange(() => {
    kept.clear()
    underway.clear() // what was begun before goes to who asked before
  })

  async function makeAndKeep(key: string, make: () => Promise<Entry>): Promise<Entry> {
    const { version } = changes
    const entry = await make()
    if (version === changes.version && kept.size < max && isWorthKeeping(entry, key))
      kept.set(key, entry)
    return entry
  }

  return {
    find: (key) => kept.get(key),
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
