import type { TestContext } from 'node:test'

export type HeldTimeouts = {
  /** The limits of all requests sent so far, in milliseconds. Requests that share a limit count once. */
  limits(): number[]
  /** Makes every limit so far run out now. */
  expire(): void
  /** Ends the limits so far, and lets new ones run by the clock again. */
  release(): void
}

/**
 * Stops the clock of `AbortSignal.timeout`, so that the test decides when a request times out. A slow machine then
 * neither fails the test nor makes it wait.
 */
export function holdTimeouts(t: TestContext): HeldTimeouts {
  const held = new Map<AbortSignal, { controller: AbortController; milliseconds: number }>()
  const used = new Set<AbortSignal>()
  const timeout = t.mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
    const controller = new AbortController()
    held.set(controller.signal, { controller, milliseconds })
    return controller.signal
  })
  const expire = () => {
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    for (const { controller } of held.values()) controller.abort(reason)
  }
  const send = globalThis.fetch
  const fetching = t.mock.method(globalThis, 'fetch', (...sent: Parameters<typeof fetch>) => {
    const signal = sent[1]?.signal
    if (signal && held.has(signal)) used.add(signal)
    return send(...sent)
  })
  return {
    limits: () => [...used].map((signal) => held.get(signal)!.milliseconds),
    expire,
    release() {
      timeout.mock.restore()
      fetching.mock.restore()
      expire()
    },
  }
}
