import { test, type TestContext } from 'node:test'

/**
 * Tests of a file that share what `open` opens for the first of them. It is closed after the last. Hooks would open it
 * before the first file of the batch, and close it after the last file: sign-ins would expire, and the connections of
 * all files would add up.
 */
export function shareAmongTests<T>(open: (stack: AsyncDisposableStack) => Promise<T>) {
  const stack = new AsyncDisposableStack()
  let opened: Promise<T> | undefined
  let left = 0
  return (title: string, run: (shared: T, t: TestContext) => Promise<void>): void => {
    left++
    void test(title, async (t) => {
      try {
        await run(await (opened ??= open(stack)), t)
      } finally {
        if (--left === 0) await stack.disposeAsync()
      }
    })
  }
}
