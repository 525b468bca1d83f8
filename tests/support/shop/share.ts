import { test } from 'node:test'

/**
 * Tests that share one setup, opened for the first of them and closed after the last. Hooks of all files run before the
 * first and after the last test of a batch: sign-ins would expire, and the connections of all files would add up.
 */
export function shareAmongTests<T>(open: (stack: AsyncDisposableStack) => Promise<T>) {
  const stack = new AsyncDisposableStack()
  let opened: Promise<T> | undefined
  let left = 0
  return (title: string, run: (shared: T) => Promise<void>): void => {
    left++
    void test(title, async () => {
      try {
        await run(await (opened ??= open(stack)))
      } finally {
        if (--left === 0) await stack.disposeAsync()
      }
    })
  }
}

/** Shares a shop that one of the openers for a single test opens. */
export const shareShop = <T>(
  open: (t: { after(close: () => Promise<void>): void }) => Promise<T>,
) => shareAmongTests((stack) => open({ after: (close) => stack.defer(close) }))
