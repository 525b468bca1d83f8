import type { TestContext } from 'node:test'

type HeldAnswers = {
  /** Counts the answers that have come and are held back. */
  count(): number
  release(): void
}

/** Keeps answers from some addresses from the shop until they are released. Whoever answered has done its work. */
export function holdAnswers(t: TestContext, address: RegExp): HeldAnswers {
  const released = Promise.withResolvers<void>()
  let count = 0
  const send = globalThis.fetch
  t.mock.method(globalThis, 'fetch', async (...sent: Parameters<typeof fetch>) => {
    const answer = await send(...sent)
    if (!address.test(String(sent[0]))) return answer
    count++
    await released.promise
    return answer
  })
  return { count: () => count, release: () => released.resolve() }
}
