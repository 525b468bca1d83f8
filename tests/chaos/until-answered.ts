import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Answer } from '#tests/support/accounts/people.ts'

const PATIENCE_MS = 180_000

/** Retries while nodes are dead, starting or busy. */
export async function untilAnswered<E extends Endpoint>(
  send: () => Promise<Answer<E>>,
): Promise<Answer<E>> {
  let last = ''
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const answer = await send().catch((error: unknown) => void (last = String(error)))
    if (answer?.status === 200) return answer
    if (answer) last = `${answer.status} ${answer.message}`
    if (answer && answer.status < 500 && answer.status !== 429) break
  }
  throw new Error(last)
}
