import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Readable } from 'node:stream'
import type { Part } from './manifest.ts'

/** Passes data through, and counts its size and checksum. */
export function tally() {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  return {
    async *pass(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    },
    end: () => ({ sha256: hash.digest('hex'), bytes }),
  }
}

const ONLY_OWNER = 0o600

/** Flushes the file to disk before it finishes. */
const createPart = (path: string) =>
  createWriteStream(path, { flags: 'wx', mode: ONLY_OWNER, flush: true })

type Written = { folder: string; path: string; signal: AbortSignal }

export async function writeCompressed(
  source: Readable,
  { folder, path, signal }: Written,
): Promise<{ part: Part; content: { sha256: string; bytes: number } }> {
  const [content, packed] = [tally(), tally()]
  const target = createPart(join(folder, path))
  const squeeze = createZstdCompress()
  await pipeline(source, content.pass, squeeze, packed.pass, target, { signal })
  return { part: { path, ...packed.end() }, content: content.end() }
}

export async function writeCopy(source: string, { folder, path, signal }: Written): Promise<Part> {
  const sum = tally()
  await pipeline(createReadStream(source), sum.pass, createPart(join(folder, path)), { signal })
  return { path, ...sum.end() }
}

export async function writeText(folder: string, path: string, text: string): Promise<Part> {
  const bytes = Buffer.from(text)
  await using file = await open(join(folder, path), 'wx', ONLY_OWNER)
  await file.writeFile(bytes)
  await file.sync()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, bytes: bytes.length, sha256 }
}

export const makePrivate = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

/** Syncs the folder, so that new names survive a crash. Windows has no such call and does not need it. */
export async function rememberNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}

export async function sumOf(path: string): Promise<string> {
  const sum = tally()
  await pipeline(createReadStream(path), sum.pass, async (pieces: AsyncIterable<Buffer>) => {
    for await (const _ of pieces);
  })
  return sum.end().sha256
}
