import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Files } from './files.ts'

const NAME = /^[0-9a-f]+-\d+\.(avif|webp)$/
const PART = '.part'
const PART_OLD_MS = 24 * 60 * 60 * 1000

/** Stores files in a folder that nodes may share. Renaming a finished file makes each write atomic. */
export function openDisk(folder: string): Files {
  let preparing: Promise<void> | undefined

  return {
    async write(name, bytes) {
      const path = pathOf(name)
      const part = join(folder, `${randomUUID()}${PART}`)
      try {
        await (preparing ??= prepare(folder))
        await writeDown(part, bytes)
        await rename(part, path)
      } catch (error) {
        preparing = undefined // the folder may have been deleted
        await rm(part, { force: true }).catch(() => {})
        throw error
      }
      await remember(folder)
    },
    read: (name) => readFile(pathOf(name)).catch(nullIfMissing),
    delete: (name) => rm(pathOf(name), { force: true }),
  }

  function pathOf(name: string): string {
    assert.match(name, NAME)
    return join(folder, name)
  }
}

/** Makes the folder and deletes unfinished files of old writes. */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const parts = (await readdir(folder)).filter((name) => name.endsWith(PART))
  for (const path of parts.map((name) => join(folder, name))) {
    const made = await stat(path).catch(nullIfMissing)
    if (made && Date.now() - made.mtimeMs > PART_OLD_MS) await rm(path, { force: true })
  }
}

async function writeDown(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(bytes)
  await file.sync()
}

/** Syncs the folder, which holds the file's name. Windows offers no such call and does it by itself. */
async function remember(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
