import type { Order } from './parcels.ts'

/** What a provider sends by itself. */
export type Callback = { url: string; headers: Record<string, string>; body: string }

export type Tell = (order: Order) => Callback | null

const PATIENCE_MS = 10_000
const RETRY_MS = 1_000

/** Tells the shop what became of orders, and once more where it was not heard. */
export function createTeller() {
  const tells = new Map<Order, Tell>()
  const timers = new Set<NodeJS.Timeout>()

  function after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms).unref()
    timers.add(timer)
  }

  return {
    after,
    learn: (order: Order, tell: Tell) => void tells.set(order, tell),
    forget: (order: Order) => void tells.delete(order),

    tell(order: Order): void {
      const callback = tells.get(order)?.(order)
      if (!callback) return
      const again = () => after(RETRY_MS, () => void post(callback))
      void post(callback).then((isTaken) => (isTaken ? undefined : again()))
    },

    stop: () => timers.forEach(clearTimeout),
  }
}

/** Whether the shop has taken it. */
async function post({ url, headers, body }: Callback): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
