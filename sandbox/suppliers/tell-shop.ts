import type { Order } from './dispatches.ts'

/** A message that a supplier sends to the shop. */
export type Callback = {
  url: string
  headers: Record<string, string>
  body: string
  /** Checks for the answer that means "received". By default any 2xx will do. */
  takes?: (text: string) => boolean
  triesMax?: number // two by default: one retry if it was not received
}

export type Tell = (order: Order) => Callback | null

/** A callback attempt and the shop's answer to it. */
type Try = {
  provider: string
  reference: string
  id: string
  number: number
  status: number | null // null without an answer
  answer: string
  isTaken: boolean
}

const PATIENCE_MS = 10_000
const RETRY_MS = 1_000
const TRIES_MAX = 2
const TRIES_KEPT = 1_000
const ANSWER_SHOWN = 200

/** Sends callbacks about orders. Retries if the shop's answer is not the one the supplier expects. */
export function createTeller() {
  const tells = new Map<Order, Tell>()
  const timers = new Set<NodeJS.Timeout>()
  const tries: Try[] = []

  function after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms).unref()
    timers.add(timer)
  }

  async function send(order: Order, callback: Callback, number: number): Promise<void> {
    const { status, answer } = await post(callback)
    const isTaken = status !== null && status >= 200 && status < 300 && takes(callback, answer)
    const { provider, reference, id } = order
    const shown = answer.slice(0, ANSWER_SHOWN)
    tries.push({ provider, reference, id, number, status, answer: shown, isTaken })
    if (tries.length > TRIES_KEPT) tries.shift()
    if (!isTaken && number < (callback.triesMax ?? TRIES_MAX))
      after(RETRY_MS, () => void send(order, callback, number + 1))
  }

  return {
    after,
    learn: (order: Order, tell: Tell) => void tells.set(order, tell),
    forget: (order: Order) => void tells.delete(order),
    listTries: (): Try[] => [...tries],

    tell(order: Order): void {
      const callback = tells.get(order)?.(order)
      if (callback) void send(order, callback, 1)
    },

    stop: () => timers.forEach(clearTimeout),
  }
}

const takes = (callback: Callback, answer: string): boolean => callback.takes?.(answer) ?? true

async function post({ url, headers, body }: Callback) {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return { status: response.status, answer: await response.text() }
  } catch {
    return { status: null, answer: '' }
  }
}
