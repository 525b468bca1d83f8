import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 120_000 // far longer than anything takes, even on half a processor
const PAUSE_MIN_MS = 5
const PAUSE_MAX_MS = 50

/**
 * Fails when something takes longer than a slow machine could explain, such as a wait for a
 * connection's keep-alive time of 65 seconds.
 */
export async function inTime<T>(
  what: string,
  promise: Promise<T>,
  patienceMs = 45_000,
): Promise<T> {
  const end = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: end.signal }).then(() => {
    throw new Error(`It took too long: ${what}`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    end.abort()
    late.catch(() => {}) // prevents an unhandled rejection after the abort
  }
}

/** Asks at once and again and again, ever less often: each question takes time from what is waited for. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  let pause = PAUSE_MIN_MS
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pause)) {
    if (await isSo()) return
    pause = Math.min(pause * 1.3, PAUSE_MAX_MS)
  }
  throw new Error(`The condition never became true: ${what}`)
}
