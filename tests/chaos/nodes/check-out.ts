import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const ROOT = join(import.meta.dirname, '../../..')

/** Checks out another version of the shop into its own folder, installs and builds it. */
export function checkOut(ref: string, folder: string): string {
  const checkout = join(folder, 'old')
  mkdirSync(checkout)
  const archive = execFileSync('git', ['archive', ref], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', checkout], { input: archive })
  const options: ExecFileSyncOptions = { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] }
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], options)
  execFileSync(process.execPath, ['scripts/build.ts'], options)
  return checkout
}
