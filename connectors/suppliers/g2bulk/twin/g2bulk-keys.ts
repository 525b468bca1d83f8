import type { Order } from '#sandbox/suppliers/dispatches.ts'

const KEPT_MS = 30 * 60 * 1000

/** Remembers the order of each key for half an hour. */
export function createKeys() {
  const kept = new Map<unknown, { order: Order; until: number }>()

  function forgetOld(): void {
    for (const [key, { until }] of kept) {
      if (until > Date.now()) return
      kept.delete(key)
    }
  }

  return {
    find(key: unknown): Order | undefined {
      forgetOld()
      return kept.get(key)?.order
    },
    keep(key: unknown, order: Order): void {
      if (key !== undefined) kept.set(key, { order, until: Date.now() + KEPT_MS })
    },
  }
}
