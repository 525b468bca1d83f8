import { z } from 'zod'

/** A backup is a folder: this file, checksums of all others, a file per table, the images, and maybe the secrets. */
export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
export const SECRETS = 'secrets.json'

export const FORMAT = 1

const Sum = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.object({
  format: z.literal(FORMAT),
  id: z.uuid(),
  version: z.string(), // the Gemstall version that made it
  postgres: z.string(),
  takenAt: z.string(), // the moment of the snapshot
  migrations: z.array(z.object({ id: z.int(), name: z.string(), checksum: Sum })).min(1),
  /** The checksum covers a table's text before compression. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: Sum }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.int(), isCalled: z.boolean() })),
  images: z.object({ count: z.int(), bytes: z.int(), isBucket: z.boolean() }),
  secretMarks: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** The part of the manifest that every version can read. */
export const Foreword = z.looseObject({ format: z.int(), version: z.string() })

export const tablePath = (name: string): string => `tables/${name}.copy.zst`
export const imagePath = (name: string): string => `files/${name}`

const IMAGE = /^[0-9a-f]+-\d+\.(avif|webp)$/
export const isImage = (name: string): boolean => IMAGE.test(name)

export type Part = { path: string; bytes: number; sha256: string }

/** Uses the format of `sha256sum -c SHA256SUMS`. */
export const writeSums = (parts: Pick<Part, 'path' | 'sha256'>[]): string =>
  parts.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')

const LINE = /^([0-9a-f]{64}) {2}(.+)$/
const PATH = /^(manifest\.json|secrets\.json|tables\/[a-z0-9_]+\.copy\.zst|files\/[\w.-]+)$/

/** Null if the text is not such a list, or names files outside the backup. */
export function readSums(text: string): Map<string, string> | null {
  const sums = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sha256, path] = LINE.exec(line) ?? []
    if (!sha256 || !path || !PATH.test(path) || sums.has(path)) return null
    sums.set(path, sha256)
  }
  return text.endsWith('\n') ? sums : null
}
