import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '#tests/chaos/dice.ts'
import { ACTIONS, RATES, type Kind } from './mixed-actions.ts'
import { signInAgain, type MixedShop, type Visitor } from './mixed-shop.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

export type { Kind } from './mixed-actions.ts'

/** The answer to one request. A status of 0 means no answer. */
export type Sample = {
  kind: Kind
  at: number // the time it was sent
  ms: number
  status: number
  code: string | undefined
  hasRetryAfter: boolean
}

/** Acknowledged orders that still have to be done, by the id of the order or the reference of its payment. */
export type Ordered = { kind: Kind; at: number; id?: string; reference?: string }
type SentMessage = { to: string; at: number }

export type Reply = { status: number; headers: Headers; code: string | undefined }

export type LoadContext = Sender & {
  setup: ChaosSetup
  shop: MixedShop
  dice: Dice
  customer: Visitor
  node: number // the first node to try
  orders: Ordered[]
  messages: SentMessage[]
  pause(milliseconds: number): Promise<unknown>
}

type Sender = {
  /** Sends once. Returns null if the answer is not good. */
  ask<T extends Reply>(kind: Kind, send: () => Promise<T>, who?: Visitor): Promise<T | null>
  /**
   * Tries one node after another until one succeeds, as API clients and browsers do. Returns null if retrying is
   * useless.
   */
  retry<T extends Reply>(
    kind: Kind,
    send: (node: number) => Promise<T>,
    who?: Visitor,
  ): Promise<T | null>
}

export type Load = {
  samples: Sample[]
  orders: Ordered[]
  messages: SentMessage[]
  failures: string[] // of the load generator itself
  /** Counts actions skipped because too many were under way. */
  skipped(): number
  stop(): Promise<void>
}

type LoadOptions = { dice: Dice; share?: number; without?: Kind[] }

const UNDER_WAY_MAX = 64 // of each kind

/** Runs all actions at their rates, whatever the answers, until stopped. Actions under way are then finished. */
export function startMixedLoad(setup: ChaosSetup, shop: MixedShop, options: LoadOptions): Load {
  const { dice, share = 1, without = [] } = options
  const running = new Set<Promise<void>>()
  const seen = { samples: [] as Sample[], failures: [] as string[] }
  const orders: Ordered[] = []
  const messages: SentMessage[] = []
  let [skipped, turn] = [0, 0]

  const begin = (kind: Kind, count: { of: number }): void => {
    if (count.of >= UNDER_WAY_MAX) return void skipped++
    const node = turn++ % setup.urls.length
    const customer = dice.pick(shop.customers)
    const common = { setup, shop, dice, customer, node, orders, messages, pause: sleep }
    count.of++
    const work = ACTIONS[kind]({ ...common, ...createAsking({ setup, dice, node, ...seen }) })
      .catch((error: unknown) => void seen.failures.push(`${kind}: ${String(error)}`))
      .finally(() => {
        count.of--
        running.delete(work)
      })
    running.add(work)
  }

  const kinds = Object.keys(RATES) as Kind[]
  const timers = kinds
    .filter((kind) => !without.includes(kind))
    .map((kind) => {
      const count = { of: 0 }
      return setInterval(() => begin(kind, count), 1000 / (RATES[kind] * share))
    })

  return {
    ...seen,
    orders,
    messages,
    skipped: () => skipped,
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running)
    },
  }
}

const TRY_AGAIN_MS = 400
const PATIENCE_MS = 120_000

type From = Pick<Load, 'samples' | 'failures'> & { setup: ChaosSetup; dice: Dice; node: number }

function createAsking({ setup: { urls }, dice, node, samples, failures }: From): Sender {
  async function sendTimed<T extends Reply>(kind: Kind, send: () => Promise<T>): Promise<T | null> {
    const [at, begun] = [Date.now(), performance.now()]
    const answer = await send().catch(() => null)
    samples.push({
      kind,
      at,
      ms: performance.now() - begun,
      status: answer?.status ?? 0,
      code: answer?.code,
      hasRetryAfter: answer?.headers.has('retry-after') ?? false,
    })
    return answer
  }

  return {
    async ask(kind, send, who) {
      const answer = await sendTimed(kind, send)
      if (answer?.status === 401 && who) await signInAgain(who, dice.pick(urls))
      return answer?.status === 200 ? answer : null
    },
    async retry(kind, send, who) {
      const until = Date.now() + PATIENCE_MS
      for (let tried = node; Date.now() < until; tried++) {
        const answer = await sendTimed(kind, () => send(tried % urls.length))
        if (answer?.status === 200) return answer
        if (answer?.status === 401 && who) await signInAgain(who, dice.pick(urls))
        else if (answer && answer.status < 500 && answer.status !== 429) return null
        await sleep(TRY_AGAIN_MS)
      }
      failures.push(`${kind}: no success for two minutes`)
      return null
    },
  }
}
