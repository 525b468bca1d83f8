import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { OwnUser } from '#contract/users.ts'

export type Toast = { id: string; type: 'success' | 'error' | 'info'; message: string }

export type SavedFilter = { name: string; filters: string }

/** What the browser remembers between visits. It is what a screen shows until the fresh answer comes. */
type Remembered = {
  currentUser: OwnUser | null
  toast: Toast[]
  game: { categories: unknown[]; games: unknown[] }
  banner: unknown[]
  admin: { gallery: unknown[]; tag: unknown[]; category: unknown[]; game: unknown[] }
  /** Named filters of the back office's lists, by person and list. */
  filters?: Record<string, SavedFilter[]>
}

export const NOTHING: Remembered = {
  currentUser: null,
  toast: [],
  game: { categories: [], games: [] },
  banner: [],
  admin: { gallery: [], tag: [], category: [], game: [] },
}

/** There is none where pages are made on the server; the store then remembers nothing. */
function openStorage(): Storage {
  if (typeof document === 'undefined') throw new Error('no storage here')
  return localStorage
}

/** Kept under `root`. Local storage answers at once, so nothing ever waits for it. */
export const useStore = create<Remembered>()(
  persist(() => NOTHING, {
    name: 'root',
    version: 1,
    storage: createJSONStorage(openStorage),
  }),
)
