import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './db.ts'
import type { LiveUpdates } from './live-updates.ts'

const RETRY_MS = 500

type Followed<State> = {
  subject: string
  gone: AbortSignal
  read: () => Promise<State>
  isOver: (state: State) => boolean
}

/** Yields the whole state at each change until it is over. Notifications carry no data and only trigger a new read. */
export async function* followUpdates<State extends { version: number }>(
  { liveUpdates }: { liveUpdates: LiveUpdates },
  { subject, gone, read, isOver }: Followed<State>,
): AsyncGenerator<State, void> {
  const gathered = gather(liveUpdates, subject, gone)
  try {
    for (let version = 0; !gone.aborted;) {
      const state = await look(version > 0)
      if (state && state.version > version) {
        version = state.version
        yield state
        if (isOver(state)) return
      }
      if (state) await gathered.wait()
    }
  } finally {
    gathered.stop()
  }

  /** Returns null when the database is away and the follower already has a state. */
  async function look(isKnown: boolean): Promise<State | null> {
    try {
      return await read()
    } catch (error) {
      if (!isKnown || !isDatabaseAway(error)) throw error
      const wait = RETRY_MS * (1 + Math.random()) // spreads retries, so that not all followers come back at once
      await sleep(wait, null, { signal: gone }).catch(() => {})
      return null
    }
  }
}

/** Keeps notifications that arrive while nobody waits, and merges them into one. */
function gather(liveUpdates: LiveUpdates, subject: string, gone: AbortSignal) {
  let arrived = Promise.withResolvers<void>()
  const wake = () => arrived.resolve()
  const stop = liveUpdates.follow(subject, wake)
  gone.addEventListener('abort', wake)
  return {
    stop,
    async wait(): Promise<void> {
      await arrived.promise
      arrived = Promise.withResolvers()
    },
  }
}
