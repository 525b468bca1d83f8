import { isDatabaseAway } from './db.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** What many callers want of one statement. */
type Options<Wish, Answer> = {
  /** Wishes with the same number are never at work at the same time. */
  laneOf: (wish: Wish) => number
  lanes: number
  /** One transaction, which answers in the order of the wishes. */
  run: (wishes: Wish[]) => Promise<Answer[]>
  patience?: number // multiplies how long a wish waits
}

type Waiting<Wish, Answer> = {
  wish: Wish
  since: number
  done: PromiseWithResolvers<Answer>
}

const SIZE_MAX = 64
const WAITING_MAX = 2_000
const WAIT_MAX_MS = 5_000 // who waits longer has given up, or is about to

/**
 * Under load, what comes while a statement is at work goes together with the next; a wish that finds its lane idle goes at
 * once. First come, first served. Every statement begins after its wishes came.
 */
export function createBatches<Wish, Answer>({
  laneOf,
  lanes,
  run,
  patience = 1,
}: Options<Wish, Answer>): (wish: Wish) => Promise<Answer> {
  const queues = Array.from({ length: lanes }, () => createLane(run, WAIT_MAX_MS * patience))
  return (wish) => queues[laneOf(wish) % lanes]!(wish)
}

function createLane<Wish, Answer>(run: Options<Wish, Answer>['run'], waitMaxMs: number) {
  let waiting: Waiting<Wish, Answer>[] = []
  let isAtWork = false
  return (wish: Wish): Promise<Answer> => {
    if (waiting.length >= WAITING_MAX) return Promise.reject(busy())
    const done = Promise.withResolvers<Answer>()
    waiting.push({ wish, since: performance.now(), done })
    if (!isAtWork) void work()
    return done.promise
  }

  async function work(): Promise<void> {
    isAtWork = true
    while (waiting.length > 0) {
      const batch = takeBatch()
      if (batch.length > 0) await settle(batch)
    }
    isAtWork = false
  }

  function takeBatch(): Waiting<Wish, Answer>[] {
    const batch = waiting.slice(0, SIZE_MAX)
    waiting = waiting.slice(SIZE_MAX)
    const oldest = performance.now() - waitMaxMs
    for (const { since, done } of batch) if (since < oldest) done.reject(busy())
    return batch.filter(({ since }) => since >= oldest)
  }

  async function settle(batch: Waiting<Wish, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ wish }) => wish))
      for (const [index, { done }] of batch.entries()) done.resolve(answers[index]!)
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error))
        for (const { done } of batch) done.reject(error)
      else for (const one of batch) await settle([one]) // what is wrong with one is no matter of the others
    }
  }
}

const busy = () => new Refusal('BUSY', { retryAfterSeconds: 2 })
