import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 30_000 // far more than it takes, on a machine that others use too

/** Waits until something is so. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(10))
    if (await isSo()) return
  throw new Error(`It did not come to pass: ${what}`)
}
