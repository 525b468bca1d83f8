import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { OwnUser } from '#contract/accounts/users.ts'

export type Toast = { id: string; type: 'success' | 'error' | 'info'; message: string }

export type SavedFilter = { name: string; filters: string }

/** Data that the browser keeps between visits. Screens show it until a fresh answer arrives. */
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

/** The server has no storage, so the store keeps nothing while rendering pages. */
function openStorage(): Storage {
  if (typeof document === 'undefined') throw new Error('no storage here')
  return localStorage
}

/** Saved under `root`. Local storage is synchronous, so nothing waits for it. */
export const useStore = create<Remembered>()(
  persist(() => NOTHING, {
    name: 'root',
    version: 1,
    storage: createJSONStorage(openStorage),
  }),
)
