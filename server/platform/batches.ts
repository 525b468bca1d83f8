import { isDatabaseAway } from './db/db.ts'
import { Refusal } from './refusal.ts'

/** A statement that serves many callers at once. */
type Options<Input, Answer> = {
  /** Inputs with the same lane number never run at the same time. */
  laneOf: (input: Input) => number
  lanes: number
  /** Runs a batch in one transaction. The answers come in the order of the inputs. */
  run: (inputs: Input[]) => Promise<Answer[]>
  patience?: number // multiplies the time a caller may wait
}

type Waiting<Input, Answer> = {
  input: Input
  since: number
  done: PromiseWithResolvers<Answer>
}

const SIZE_MAX = 64
const WAITING_MAX = 2_000
const WAIT_MAX_MS = 5_000 // callers have given up by then, or are about to

/**
 * Runs an input at once when its lane is idle. Inputs that arrive while a batch runs form the next batch, in the order
 * they came. Each statement begins after all of its inputs have arrived.
 */
export function createBatches<Input, Answer>({
  laneOf,
  lanes,
  run,
  patience = 1,
}: Options<Input, Answer>): (input: Input) => Promise<Answer> {
  const queues = Array.from({ length: lanes }, () => createLane(run, WAIT_MAX_MS * patience))
  return (input) => queues[laneOf(input) % lanes]!(input)
}

function createLane<Input, Answer>(run: Options<Input, Answer>['run'], waitMaxMs: number) {
  let waiting: Waiting<Input, Answer>[] = []
  let isAtWork = false
  return (input: Input): Promise<Answer> => {
    if (waiting.length >= WAITING_MAX) return Promise.reject(busy())
    const done = Promise.withResolvers<Answer>()
    waiting.push({ input, since: performance.now(), done })
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

  function takeBatch(): Waiting<Input, Answer>[] {
    const batch = waiting.slice(0, SIZE_MAX)
    waiting = waiting.slice(SIZE_MAX)
    const oldest = performance.now() - waitMaxMs
    for (const { since, done } of batch) if (since < oldest) done.reject(busy())
    return batch.filter(({ since }) => since >= oldest)
  }

  async function settle(batch: Waiting<Input, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ input }) => input))
      for (const [index, { done }] of batch.entries()) done.resolve(answers[index]!)
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error))
        for (const { done } of batch) done.reject(error)
      else for (const one of batch) await settle([one]) // one input that fails must not fail the others
    }
  }
}

const busy = () => new Refusal('BUSY', { retryAfterSeconds: 2 })
