import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { isDraft } from './draft.ts'
import {
  Foreword,
  FORMAT,
  Manifest,
  MANIFEST,
  readSums,
  SECRETS,
  SUMS,
  tablePath,
} from './manifest.ts'
import { sumOf } from './write-part.ts'

export type Opened = { folder: string; manifest: Manifest; images: string[]; hasSecrets: boolean }

/** Checks every byte before anything is used. Anything altered is refused with a message. */
export async function readBackup(folder: string): Promise<Opened> {
  refuseOther(folder)
  const manifest = await readManifest(folder)
  refuseNewer(manifest)
  const sums = readSums(await readFile(join(folder, SUMS), 'utf8').catch(() => ''))
  if (!sums) throw damaged(folder, SUMS)
  const images = [...sums.keys()].filter((path) => path.startsWith('files/'))
  const named = [MANIFEST, ...manifest.tables.map(({ name }) => tablePath(name))]
  const missing = named.find((path) => !sums.has(path))
  if (missing || images.length !== manifest.images.count) throw damaged(folder, SUMS)
  for (const [path, sha256] of sums) await check(folder, path, sha256)
  return { folder, manifest, images, hasSecrets: sums.has(SECRETS) }
}

function refuseOther(folder: string): void {
  if (!existsSync(folder)) throw new Error(`There is nothing at ${folder}.`)
  if (!statSync(folder).isDirectory() || !existsSync(join(folder, MANIFEST)))
    throw new Error(
      isDraft(folder)
        ? `The backup in ${folder} was never finished. Use another one.`
        : `${folder} isn't a Gemstall backup: it has no ${MANIFEST}.`,
    )
  if (isDraft(folder))
    throw new Error(`The backup in ${folder} was never finished. Use another one.`)
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8')
  const found = parse(text)
  const foreword = Foreword.safeParse(found)
  if (!foreword.success) throw damaged(folder, MANIFEST)
  if (foreword.data.format > FORMAT) throw newer(foreword.data.version)
  const { success, data } = Manifest.safeParse(found)
  if (!success) throw damaged(folder, MANIFEST)
  return data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function refuseNewer({ migrations, version }: Manifest): void {
  const known = readMigrations()
  if (migrations.length > known.length) throw newer(version)
  const other = migrations.find(({ checksum }, index) => known[index]!.checksum !== checksum)
  if (other)
    throw new Error(
      `The backup's migration ${other.name} differs from this Gemstall's. ` +
        'Restore it with the Gemstall version that made it.',
    )
}

async function check(folder: string, path: string, sha256: string): Promise<void> {
  if (!existsSync(join(folder, path)))
    throw new Error(`The backup in ${folder} is incomplete: ${path} is missing.`)
  if ((await sumOf(join(folder, path))) !== sha256) throw damaged(folder, path)
}

export const damaged = (folder: string, path: string) =>
  new Error(`The backup in ${folder} is damaged: ${path} has changed since it was written.`)

const newer = (version: string) =>
  new Error(`The backup was made by a newer Gemstall (${version}). Restore it with that version.`)
