import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCluster } from '#server/platform/db/embedded/embedded-paths.ts'

/** Makes a temporary folder for a shop and removes it when the part is over. */
export function makeFolder(stack: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-bench-'))
  chmodSync(folder, 0o755) // the database's system user must be able to enter it
  stack.defer(() => {
    for (const one of [findCluster(folder), folder]) rmSync(one, { recursive: true, force: true })
  })
  return folder
}
